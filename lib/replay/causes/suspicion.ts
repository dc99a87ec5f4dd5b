import { wordsIn } from './words-in'

/** A memory with what its suspicion goes by. */
export interface Suspect {
  readonly key: string
  /** null: it was not read for this, as there are too many */
  readonly content: string | null
  /** the place of its last read before and in the turn, 1 and up; 0: it was not read */
  readonly readAt: number
}

/**
 * Suspects in the order of suspicion: first those that share rare words with the answer, then those
 * read last. A wrong order costs a few samples and never the result (why-search.md). Ties go by key,
 * so that the order is the same in every process.
 */
export function inOrderOfSuspicion<S extends Suspect>(
  suspects: readonly S[],
  answer: readonly string[],
): S[] {
  const wanted = wordsIn(answer.join('\n'))
  const holders = new Map<string, number>()
  const shared = new Map<string, string[]>()
  for (const { key, content } of suspects) {
    const words = content === null ? [] : [...wordsIn(content)].filter((word) => wanted.has(word))
    shared.set(key, words)
    for (const word of words) holders.set(word, (holders.get(word) ?? 0) + 1)
  }
  const rarity = (word: string) => Math.log(1 + suspects.length / (holders.get(word) ?? 1))
  const scores = new Map(
    suspects.map(({ key }) => [
      key,
      (shared.get(key) ?? []).reduce((sum, word) => sum + rarity(word), 0),
    ]),
  )
  return suspects.toSorted(
    (one, other) =>
      (scores.get(other.key) ?? 0) - (scores.get(one.key) ?? 0) ||
      other.readAt - one.readAt ||
      (one.key < other.key ? -1 : 1),
  )
}
