import type { Check } from '@/lib/replay/model/check'
import { sentencesOf } from '@/lib/text/sentences'

export interface TakenBack {
  /** lines that the hunk added, and those that it removed, without what is secret in them */
  added: readonly string[]
  removed: readonly string[]
}

/**
 * The check that fails once an agent goes by what a hunk did: that its answer lacks the rarest words of
 * what was added; of what was only removed, that it still has them. Words that stood there before say
 * nothing. Its text is empty if there are none to look for.
 */
export function neverAgainCheck({ added, removed }: TakenBack): Check {
  const said = rarestWords(added, removed)
  return said !== '' || added.some(isMasked)
    ? { type: 'lacks', text: said }
    : { type: 'contains', text: rarestWords(removed, added) }
}

/** More of them are rarely said again word by word. */
const MAX_WORDS = 4
/** Where words are not set apart. */
const MAX_CHARACTERS = 60
/** Fewer letters say nothing without the words before them. */
const TELLING_LETTERS = 4

/** A masked secret is no text that an answer could hold. */
const isMasked = (text: string) => text.includes('•')

function rarestWords(lines: readonly string[], others: readonly string[]): string {
  const known = new Set(wordsOf(others.join('\n')).map(bare))
  const weigh = (word: string) => (known.has(bare(word)) ? 0 : Math.min(bare(word).length, 8))
  const parts = sentencesOf(lines.join('\n'))
    .filter((sentence) => !isMasked(sentence))
    .map((sentence) => heaviest(wordsOf(sentence), weigh))
  const [first] = parts.toSorted((one, other) => other.weight - one.weight)
  return first && first.weight > 0 ? trimmed(first.words.join(' ').slice(0, MAX_CHARACTERS)) : ''
}

/** The fewest words in a row that weigh as much as any; of equal ones the last. */
function heaviest(words: readonly string[], weigh: (word: string) => number) {
  let best = { weight: 0, words: [] as readonly string[] }
  for (let size = 1; size <= MAX_WORDS; size++) {
    for (let from = 0; from + size <= words.length; from++) {
      const some = words.slice(from, from + size)
      const weight = some.reduce((sum, word) => sum + weigh(word), 0)
      const isMore = weight > best.weight
      if (isMore || (weight === best.weight && size === best.words.length)) {
        best = { weight, words: some }
      }
    }
  }
  if (best.weight >= TELLING_LETTERS || best.weight === 0) return best
  const end = words.lastIndexOf(best.words.at(-1) ?? '') + 1
  return { ...best, words: words.slice(Math.max(0, end - MAX_WORDS), end) }
}

const wordsOf = (text: string) => text.split(/\s+/)

const bare = (word: string) => trimmed(word).toLowerCase()

const trimmed = (text: string) => text.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '')
