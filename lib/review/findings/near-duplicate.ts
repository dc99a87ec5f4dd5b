import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { toPowerOfTwo } from '@/lib/db/to-power-of-two'
import { SCAN_RULES } from '@/lib/scan/rules'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { chunked } from '@/lib/text/chunked'
import { commonShare } from '@/lib/text/min-hash'
import { turns } from '@/lib/turns'
import type { MemoryFinding } from '../model/finding'
import type { Shape, Shapes } from './shapes'
import {
  bandsShared,
  type CandidateRow,
  MAX_PER_BAND,
  sharingBands,
  writtenBefore,
} from './sql/near-duplicates'

/** From this share of common runs of words on, two memories are nearly the same. */
export const NEARLY_SAME = 0.8

/** Memories that share most bands and are compared by their texts. */
const MAX_COMPARED = 3

/** A memory that was written. */
export interface LookedAtMemory {
  memoryKey: number
  /** the version that was written */
  sequence: number
  /** its text */
  text: string
}

export interface LookedAt {
  storeKey: number
  memories: readonly LookedAtMemory[]
  shapes: Shapes
  signal?: AbortSignal | undefined
}

/** Memories whose candidates are read together. */
const MEMORIES_AT_ONCE = 20

/**
 * Finds the older memory that each written one is nearly the same as, by its key: of two that were
 * written alike, only the later one is reported. Those without one, or with too short a text to tell, are
 * left out.
 */
export async function nearDuplicates(
  db: Database,
  { storeKey, memories, shapes, signal }: LookedAt,
): Promise<Map<number, MemoryFinding>> {
  const maybeYield = turns(signal)
  const found = new Map<number, MemoryFinding>()
  for (const part of chunked(memories, MEMORIES_AT_ONCE)) {
    const looked: Compared[] = []
    for (const memory of part) {
      const { memoryKey, sequence, text } = memory
      const own = await shapes.of({ storeKey, sequence }, text, maybeYield)
      if (!own) continue
      const wanted = { storeKey, memoryKey, bands: own.bands, before: sequence }
      looked.push({ memory, own, candidates: await candidatesOf(db.read, wanted) })
      await maybeYield()
    }
    const heads = looked.flatMap(({ candidates }) => candidates.map((each) => each.headSequence))
    const unknown = [...new Set(heads)].filter((sequence) => !shapes.has({ storeKey, sequence }))
    const texts = await versionTexts(db, { storeKey, sequences: unknown, signal })
    const shapeOf = (sequence: number) =>
      shapes.of({ storeKey, sequence }, texts.get(sequence), maybeYield)
    for (const each of looked) {
      const alike = await mostAlike(each, shapeOf)
      if (alike) found.set(each.memory.memoryKey, findingOf(each.memory, alike))
      await maybeYield()
    }
  }
  return found
}

interface Wanted {
  storeKey: number
  memoryKey: number
  bands: readonly number[]
  /** a version of the memory */
  before: number
}

/**
 * The memories that share most bands with one and were last written before a version of it. Most share
 * none, and where few do they are counted here: a search of each band by itself takes ten times as long.
 */
async function candidatesOf(sql: Sql, wanted: Wanted): Promise<CandidateRow[]> {
  const sharing = await bandsShared(sql, wanted)
  if (sharing.length > MAX_PER_BAND) return sharingBands(sql, { ...wanted, limit: MAX_COMPARED })
  const counts = new Map<number, number>()
  for (const { memoryKey } of sharing) counts.set(memoryKey, (counts.get(memoryKey) ?? 0) + 1)
  if (counts.size === 0) return []
  const countOf = ({ key }: CandidateRow) => counts.get(key) ?? 0
  return (await writtenBefore(sql, toPowerOfTwo([...counts.keys()]), wanted.before))
    .toSorted((one, other) => countOf(other) - countOf(one))
    .slice(0, MAX_COMPARED)
}

interface Compared {
  memory: LookedAtMemory
  own: Shape
  candidates: readonly CandidateRow[]
}

async function mostAlike(
  { own, candidates }: Compared,
  shapeOf: (sequence: number) => Promise<Shape | null>,
): Promise<CandidateRow | undefined> {
  const compared: (CandidateRow & { share: number })[] = []
  for (const candidate of candidates) {
    const other = await shapeOf(candidate.headSequence)
    const share = other ? commonShare(own.shingles, other.shingles) : 0
    if (share >= NEARLY_SAME) compared.push({ ...candidate, share })
  }
  return compared.toSorted((one, other) => other.share - one.share)[0]
}

function findingOf({ text }: LookedAtMemory, { key: otherMemoryKey }: CandidateRow): MemoryFinding {
  const firstLine = text.split('\n', 1)[0] ?? ''
  return {
    rule: 'near_duplicate',
    ...SCAN_RULES.near_duplicate,
    line: 1,
    fromColumn: 0,
    toLine: 1,
    toColumn: firstLine.length,
    otherMemoryKey,
  }
}
