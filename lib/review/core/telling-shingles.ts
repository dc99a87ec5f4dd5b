import { shinglesOfWords, wordsOf } from '@/lib/text/min-hash'

/** Shorter texts are alike by chance: headings, templates. */
const FEWEST = 20

/** UTF-16 units of a text that are looked at: the rest of a large one would only take time. */
const MOST_LOOKED_AT = 100_000

const LINES_A_TURN = 50

/**
 * The parts by which a memory is compared with others; null: too few to tell it from them. `giveWay`
 * is awaited between lines: those of a large text take tens of milliseconds.
 */
export async function tellingShingles(
  text: string,
  giveWay: () => Promise<void>,
): Promise<ReadonlySet<number> | null> {
  const words: string[] = []
  for (const [index, line] of text.slice(0, MOST_LOOKED_AT).split('\n').entries()) {
    if (index % LINES_A_TURN === 0) await giveWay()
    words.push(...wordsOf(line))
  }
  await giveWay()
  const shingles = shinglesOfWords(words)
  await giveWay()
  return shingles === null || shingles.size < FEWEST ? null : shingles
}
