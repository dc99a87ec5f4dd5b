/**
 * `value` with a replacement wherever `text` stands, so that the result never holds the text: where
 * the replacement and what stands around it would make the text again (`ab` instead of `abc` in
 * `abcc`), a character that the text does not have stands there instead.
 *
 * The replacement must not hold the text.
 */
export function withoutText(value: string, text: string, replacement: string): string {
  const replaced = value.replaceAll(text, () => replacement)
  if (!replaced.includes(text)) return replaced
  return value.replaceAll(text, () => strangerTo(text))
}

const FULL_BLOCK = 0x2588

/** A printable character that a text does not have; no occurrence of the text can reach across it. */
export function strangerTo(text: string): string {
  for (let code = FULL_BLOCK; ; code++) {
    const character = String.fromCharCode(code)
    if (!text.includes(character)) return character
  }
}

/** As one line, for names: runs of control characters and line ends become a space. */
export function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
