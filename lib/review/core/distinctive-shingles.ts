import { shinglesOfWords, wordsOf } from '@/lib/text/min-hash'

/** Shorter texts are alike by chance: headings, templates. */
const FEWEST = 20

/** UTF-16 units of a text that are looked at: the rest of a large one would only take time. */
const MAX_INSPECTED = 100_000

const LINES_PER_TURN = 50

/**
 * The parts by which a memory is compared with others; null: too few to tell it from them. `maybeYield`
 * is awaited between lines: those of a large text take tens of milliseconds.
 */
export async function distinctiveShingles(
  text: string,
  maybeYield: () => Promise<void>,
): Promise<ReadonlySet<number> | null> {
  const words: string[] = []
  for (const [index, line] of text.slice(0, MAX_INSPECTED).split('\n').entries()) {
    if (index % LINES_PER_TURN === 0) await maybeYield()
    words.push(...wordsOf(line))
  }
  await maybeYield()
  const shingles = shinglesOfWords(words)
  await maybeYield()
  return shingles === null || shingles.size < FEWEST ? null : shingles
}
