import { shinglesOf } from '@/lib/text/min-hash'

/** Shorter texts are alike by chance: headings, templates. */
const FEWEST = 20

/** UTF-16 units of a text that are looked at: the rest of a large one would only take time. */
const MOST_LOOKED_AT = 100_000

/** The parts by which a memory is compared with others; null: too few to tell it from them. */
export function tellingShingles(text: string): ReadonlySet<number> | null {
  const shingles = shinglesOf(text.slice(0, MOST_LOOKED_AT))
  return shingles === null || shingles.size < FEWEST ? null : shingles
}
