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
