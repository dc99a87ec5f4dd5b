import { lastAtMost } from './scanned-text'

/** A text without what hides it, and where each part of it stood. */
export interface PlainForm {
  text: string
  /** the offset in the original of an offset here */
  originalOf: (offset: number) => number
}

/**
 * Characters that a reader does not see, or sees as plain letters: characters of no width,
 * direction marks, variation selectors, tags; wide, mathematical and circled letters.
 */
/* oxlint-disable no-misleading-character-class -- each of them by itself is what is looked for */
const DISGUISED =
  /[\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e\u2060-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\u{e0000}-\u{e0fff}]+|[\u24b6-\u24e9\uff01-\uff5e\u{1d400}-\u{1d7ff}\u{1f130}-\u{1f149}\u{1f150}-\u{1f169}\u{1f170}-\u{1f189}]+/gu
/* oxlint-enable no-misleading-character-class */

const FIRST_TAG = 0xe0020
const LAST_TAG = 0xe007e

/** Null where nothing is hidden. */
export function plainForm(text: string): PlainForm | null {
  /** offsets here, and in the original, from which on both run alike */
  const heres = [0]
  const theres = [0]
  const known = new Map<string, string>()
  let plain = ''
  let there = 0
  for (const { index, 0: run } of text.matchAll(DISGUISED)) {
    plain += text.slice(there, index)
    heres.push(plain.length)
    theres.push(index)
    plain += plainOf(run, known)
    there = index + run.length
    heres.push(plain.length)
    theres.push(there)
  }
  if (there === 0) return null
  return {
    text: plain + text.slice(there),
    originalOf: (offset) => {
      const step = lastAtMost(heres, offset)
      const next = theres[step + 1] ?? Infinity
      return Math.min((theres[step] ?? 0) + offset - (heres[step] ?? 0), next)
    },
  }
}

/** Tags name the ASCII characters that they stand for; other hidden ones stand for nothing. */
function plainOf(run: string, known: Map<string, string>): string {
  let plain = ''
  for (const character of run) {
    const before = known.get(character)
    const now = before ?? plainCharacter(character)
    if (before === undefined) known.set(character, now)
    plain += now
  }
  return plain
}

function plainCharacter(character: string): string {
  const code = character.codePointAt(0) ?? 0
  if (code >= FIRST_TAG && code <= LAST_TAG) return String.fromCharCode(code - 0xe0000)
  return [...character.normalize('NFKC')].filter((each) => /[\x20-\x7e]/.test(each)).join('')
}
