import type { Database } from '@/lib/db/database'
import { type LineCounts, countLines } from '@/lib/text/text-diff'
import { turns } from '@/lib/turns'
import { CONTENTS_PER_PAGE } from '../contents/sql/stored-content'
import {
  readContents,
  storedText,
  DamagedContent,
  readStoredText,
} from '../contents/stored-content'
import type { MemoryChange, VersionSummary, MemoryText } from '../model/memory-change'
import type { VersionRow } from './sql/version-rows'
import { findStore } from '../write/store-transaction'
import { requireVersion, versionAt } from './read-versions'

export interface VersionTextsInput {
  storeKey: number
  sequences: readonly number[]
  signal?: AbortSignal | undefined
}

/**
 * The texts of several versions of a store, by sequence. Those that deleted a memory, that a
 * redaction emptied or that are damaged are left out.
 */
export async function versionTexts(
  db: Pick<Database, 'bulk'>,
  { storeKey, sequences, signal }: VersionTextsInput,
): Promise<Map<number, string>> {
  if (sequences.length === 0) return new Map()
  const sql = db.bulk.until(signal)
  const contents = await readContents(sql, storeKey, sequences, turns(signal))
  return new Map(
    [...contents].flatMap(([sequence, content]) => {
      const text = storedText(content)
      return typeof text === 'string' ? [[sequence, text] as const] : []
    }),
  )
}

/** The change that a version made. */
export interface VersionChange extends MemoryChange<MemoryText> {
  storeId: string
  versionId: string
  /** number of the version in its memory, from 1 */
  ordinal: number
  /** whether one of the two sides was redacted since, and appears empty */
  isRedacted: boolean
  /** whether one of the two sides is damaged, and appears empty */
  isDamaged: boolean
}

/** A version next to the one before it. Refuses `store_not_found`, `version_not_found`. */
export async function versionChange(
  db: Database,
  input: { storeId: string; versionId: string },
): Promise<VersionChange> {
  const { storeId, versionId } = input
  const store = await findStore(db.read, storeId)
  const row = await requireVersion(db.read, store.key, input)
  const previous = await versionAt(db.read, row.memoryKey, row.sequence - 1)
  const sideOf = async (side: VersionRow | undefined) => {
    if (!side || side.operation === 'deleted') return null
    const content = await readStoredText(db.read, store.key, side.sequence)
    if (!(content instanceof DamagedContent))
      return { path: side.path ?? '', content: content ?? '' }
    isDamaged = true
    return { path: side.path ?? '', content: '' }
  }
  let isDamaged = false
  const [before, after] = [await sideOf(previous), await sideOf(row)]
  return {
    storeId,
    versionId,
    memoryId: row.memoryId,
    ordinal: row.ordinal,
    before,
    after,
    isDamaged,
    isRedacted: row.redactedAt !== null || (previous?.redactedAt ?? null) !== null,
  }
}

export interface CountChangedLinesInput {
  storeId: string
  changes: readonly MemoryChange<VersionSummary>[]
  /** the most content to read, in bytes */
  mostBytes: number
  /** for a caller that leaves: aborts the count with the signal's reason */
  signal?: AbortSignal | undefined
}

/** Memories whose contents are held at once. */
const MEMORIES_PER_PAGE = CONTENTS_PER_PAGE / 2

/**
 * Counts the lines that each of these changes added and removed, by memory; leaves out changes of
 * which a side is damaged. Returns null, without reading anything, if the contents exceed
 * `mostBytes`. Refuses `store_not_found`.
 */
export async function countChangedLines(
  db: Database,
  { storeId, changes, mostBytes, signal }: CountChangedLinesInput,
): Promise<Map<string, LineCounts> | null> {
  const differing = changes.filter(({ before, after }) => before?.sha256 !== after?.sha256)
  const bytes = differing.reduce(
    (sum, { before, after }) => sum + sizeOf(before) + sizeOf(after),
    0,
  )
  if (bytes > mostBytes) return null
  const sql = db.bulk.until(signal)
  const maybeYield = turns(signal)
  const store = await findStore(sql, storeId)
  // Memories that were only renamed stay at zero.
  const counts = new Map(changes.map(({ memoryId }) => [memoryId, { added: 0, removed: 0 }]))
  for (let from = 0; from < differing.length; from += MEMORIES_PER_PAGE) {
    const some = differing.slice(from, from + MEMORIES_PER_PAGE)
    const states = some.flatMap(({ before, after }) => [before, after])
    const sequences = states.flatMap((state) => (state ? [state.sequence] : []))
    const contents = await readContents(sql, store.key, sequences, maybeYield)
    const textOf = (state: VersionSummary | null) =>
      (state && storedText(contents.get(state.sequence))) ?? ''
    for (const { memoryId, before, after } of some) {
      const [was, is] = [textOf(before), textOf(after)]
      if (typeof was === 'string' && typeof is === 'string')
        counts.set(memoryId, countLines(was, is))
      else counts.delete(memoryId)
      await maybeYield()
    }
  }
  return counts
}

function sizeOf(state: VersionSummary | null): number {
  return state?.size ?? 0
}
