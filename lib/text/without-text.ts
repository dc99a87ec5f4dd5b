/**
 * Replaces each occurrence of `text` in `value` so that the result never contains it: where the
 * replacement and its surroundings would form the text again (`ab` instead of `abc` in `abcc`), a
 * character that the text does not have is used instead.
 *
 * The replacement must not contain the text.
 */
export function withoutText(value: string, text: string, replacement: string): string {
  const replaced = value.replaceAll(text, () => replacement)
  if (!replaced.includes(text)) return replaced
  return value.replaceAll(text, () => strangerTo(text))
}

const FULL_BLOCK = 0x2588

/** A printable character that does not occur in a text; no occurrence of the text can span it. */
export function strangerTo(text: string): string {
  for (let code = FULL_BLOCK; ; code++) {
    const character = String.fromCharCode(code)
    if (!text.includes(character)) return character
  }
}

/** Flattens a text to one line, for names: runs of control characters and line ends become a space. */
export function inOneLine(text: string): string {
  return text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
}
