import type { Database } from '@/lib/db/database'
import { SCAN_RULES } from '@/lib/scan/rules'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { bandsOf, commonShare, signatureOf, shinglesOfWords, wordsOf } from '@/lib/text/min-hash'
import { turns } from '@/lib/turns'
import type { MemoryFinding } from '../model/finding'
import { type CandidateRow, sharingBands } from './sql/near-duplicates'

/** From this share of common runs of words on, two memories are nearly the same. */
export const NEARLY_SAME = 0.8

/** Memories that share most bands and are compared by their texts. */
const MAX_COMPARED = 3

export interface LookedAtMemory {
  storeKey: number
  memoryKey: number
  /** the version that was written */
  sequence: number
  /** its text */
  text: string
  signal?: AbortSignal | undefined
}

/**
 * Finds the older memory that a written one is nearly the same as: of two that were written alike,
 * only the later one is reported. Empty if there is none, or the text is too short to tell.
 */
export async function nearDuplicate(
  db: Database,
  { storeKey, memoryKey, sequence, text, signal }: LookedAtMemory,
): Promise<MemoryFinding[]> {
  const maybeYield = turns(signal)
  const own = await distinctiveShingles(text, maybeYield)
  if (!own) return []
  const bands = bandsOf(signatureOf(own))
  const candidates = await sharingBands(db.read, {
    storeKey,
    memoryKey,
    bands,
    before: sequence,
    limit: MAX_COMPARED,
  })
  const sequences = candidates.map(({ headSequence }) => headSequence)
  const texts = await versionTexts(db, { storeKey, sequences, signal })
  const compared: (CandidateRow & { share: number })[] = []
  for (const candidate of candidates) {
    const share = await shareOf(own, texts.get(candidate.headSequence), maybeYield)
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
      otherMemoryKey: alike.key,
    },
  ]
}

/** The share of two texts that is common; 0 if either is too short to tell, or gone. */
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
