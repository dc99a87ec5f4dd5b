import type { Database } from '@/lib/db/database'
import { SCAN_RULES } from '@/lib/scan/rules'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { bandsOf, commonShare, signatureOf, shinglesOfWords, wordsOf } from '@/lib/text/min-hash'
import { turns } from '@/lib/turns'
import type { MemoryFinding } from '../model/finding'

/** From this share of common runs of words on, two memories are nearly the same. */
export const NEARLY_SAME = 0.8

/** Memories that share most bands and are compared by their texts. */
const MAX_COMPARED = 3

/**
 * Memories of a band that are looked at, the oldest: an agent that writes a thousand of one template
 * puts all of them into each of its bands. What is alike shares other bands, too, so little is missed.
 */
const MAX_PER_BAND = 64

const MEMORIES_OF_BAND = `SELECT memory_key FROM (
    SELECT memory_key FROM memory_bands WHERE store_key = ? AND band = ? AND memory_key <> ?
    ORDER BY memory_key LIMIT ${MAX_PER_BAND}) AS oldest`

export interface LookedAtMemory {
  storeKey: number
  memoryKey: number
  /** the version that was written */
  sequence: number
  /** its text */
  text: string
  signal?: AbortSignal | undefined
}

interface Candidate {
  memory_key: number
  head_sequence: number
}

/**
 * The memory that a written one is nearly the same as, if it stood before: of two that were written
 * alike only the later one is told of. Empty: there is none, or the text is too short to tell.
 */
export async function nearDuplicate(
  db: Database,
  { storeKey, memoryKey, sequence, text, signal }: LookedAtMemory,
): Promise<MemoryFinding[]> {
  const maybeYield = turns(signal)
  const own = await distinctiveShingles(text, maybeYield)
  if (!own) return []
  const bands = bandsOf(signatureOf(own))
  const candidates = await db.read.all<Candidate>(
    `SELECT m.key AS memory_key, m.head_sequence
     FROM (${bands.map(() => MEMORIES_OF_BAND).join(' UNION ALL ')}) AS b CROSS JOIN memories m
     WHERE m.key = b.memory_key AND m.head_sequence < ?
     GROUP BY m.key, m.head_sequence ORDER BY count(*) DESC, m.key LIMIT ?`,
    [...bands.flatMap((band) => [storeKey, band, memoryKey]), sequence, MAX_COMPARED],
  )
  const sequences = candidates.map(({ head_sequence: head }) => head)
  const texts = await versionTexts(db, { storeKey, sequences, signal })
  const compared: (Candidate & { share: number })[] = []
  for (const candidate of candidates) {
    const share = await shareOf(own, texts.get(candidate.head_sequence), maybeYield)
    if (share >= NEARLY_SAME) compared.push({ ...candidate, share })
  }
  const [alike] = compared.toSorted((one, other) => other.share - one.share)
  if (!alike) return []
  const firstLine = text.split('\n', 1)[0] ?? ''
  return [
    {
      rule: 'near_duplicate',
      ...SCAN_RULES.near_duplicate,
      line: 1,
      fromColumn: 0,
      toLine: 1,
      toColumn: firstLine.length,
      otherMemoryKey: alike.memory_key,
    },
  ]
}

/** How much a text is like another one; 0 if either is too short to tell, or gone. */
export async function shareOf(
  own: ReadonlySet<number> | null,
  other: string | undefined,
  maybeYield: () => Promise<void>,
): Promise<number> {
  const shingles = other === undefined ? null : await distinctiveShingles(other, maybeYield)
  return own && shingles ? commonShare(own, shingles) : 0
}

/** Shorter texts are alike by chance: headings, templates. */
const MIN = 20

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
  return shingles === null || shingles.size < MIN ? null : shingles
}
