/** A text without what hides it, and where each part of it stood. */
export interface PlainForm {
  text: string
  /** the offset in the original of an offset here */
  originalOf: (offset: number) => number
}

/**
 * What a reader does not see or sees as a plain letter: characters of no width, direction marks,
 * variation selectors, tags; wide, mathematical and circled letters.
 */
/* oxlint-disable no-misleading-character-class -- each of them by itself is what is looked for */
const DISGUISED =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e0fff}]+|[\u24b6-\u24e9\uff01-\uff5e\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]+/gu
/* oxlint-enable no-misleading-character-class */

const FIRST_TAG = 0xe0020
const LAST_TAG = 0xe007e

/** Null where nothing is hidden. */
export function plainForm(text: string): PlainForm | null {
  const parts: string[] = []
  /** offsets here and in the original from which on both run alike */
  const steps: { here: number; there: number }[] = [{ here: 0, there: 0 }]
  let here = 0
  let there = 0
  const add = (part: string) => {
    parts.push(part)
    here += part.length
  }
  for (const { index, 0: run } of text.matchAll(DISGUISED)) {
    add(text.slice(there, index))
    steps.push({ here, there: index })
    add(plainOf(run))
    there = index + run.length
    steps.push({ here, there })
  }
  if (there === 0) return null
  add(text.slice(there))
  return { text: parts.join(''), originalOf: (offset) => originalOffset(steps, offset) }
}

/** Tags name the ASCII characters that they stand for; other hidden ones stand for nothing. */
function plainOf(run: string): string {
  const plain = [...run].map((character) => {
    const code = character.codePointAt(0) ?? 0
    return code >= FIRST_TAG && code <= LAST_TAG
      ? String.fromCharCode(code - 0xe0000)
      : character.normalize('NFKC')
  })
  return plain.filter((character) => /[\x20-\x7e]/.test(character)).join('')
}

function originalOffset(steps: readonly { here: number; there: number }[], offset: number): number {
  let low = 0
  let high = steps.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((steps[middle]?.here ?? 0) <= offset) low = middle + 1
    else high = middle
  }
  const { here = 0, there = 0 } = steps[low - 1] ?? {}
  const next = steps[low]?.there ?? Infinity
  return Math.min(there + offset - here, next)
}
