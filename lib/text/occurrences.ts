/**
 * The first `most` exact, non-overlapping occurrences of `needle` in `text`: ascending offsets in
 * UTF-16 units.
 *
 * @throws RangeError when `needle` is empty: it would occur everywhere.
 */
export function occurrences(text: string, needle: string, most = Infinity): number[] {
  if (needle === '') throw new RangeError('An empty text stands everywhere')
  const offsets: number[] = []
  let at = indexOfText(text, needle)
  while (at !== -1 && offsets.length < most) {
    offsets.push(at)
    at = indexOfText(text, needle, at + needle.length)
  }
  return offsets
}

/** The engine's own search takes the product of both lengths at worst, which is little up to here. */
const SHORT = 32

/**
 * Finds the first occurrence of `needle` in `text` at or after an offset, in UTF-16 units; -1 if
 * there is none. Takes time proportional to the sum of both lengths, whatever they hold: the
 * engine's own `indexOf` takes a minute for 100,000 characters in a million that are almost all the
 * same.
 */
export function indexOfText(text: string, needle: string, from = 0): number {
  if (needle.length <= SHORT) return text.indexOf(needle, from)
  // Most needles do not occur, and most that do begin where their beginning first occurs.
  const begin = text.indexOf(needle.slice(0, SHORT), from)
  return begin === -1 ? -1 : search(text, needle, begin)
}

/** Knuth, Morris and Pratt: no character of the text is looked at again after a mismatch. */
function search(text: string, needle: string, from: number): number {
  const borders = bordersOf(needle)
  let matched = 0
  for (let at = from; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    while (matched > 0 && needle.charCodeAt(matched) !== unit) matched = borders[matched - 1] ?? 0
    if (needle.charCodeAt(matched) === unit) matched++
    if (matched === needle.length) return at - needle.length + 1
  }
  return -1
}

/** For each beginning of a text, the length of its longest proper beginning that is also its end. */
function bordersOf(text: string): Int32Array {
  const borders = new Int32Array(text.length)
  let length = 0
  for (let at = 1; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    while (length > 0 && text.charCodeAt(length) !== unit) length = borders[length - 1] ?? 0
    if (text.charCodeAt(length) === unit) length++
    borders[at] = length
  }
  return borders
}

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
