import type { Database } from '@/lib/db/database'
import { addedLines } from '@/lib/text/added-lines'
import { previewLine } from '@/lib/text/preview-line'
import { countLines, type LineCounts } from '@/lib/text/text-diff'
import { turns } from '@/lib/turns'
import { findStore } from '../write/store-transaction'
import { CONTENTS_PER_PAGE } from '../contents/sql/stored-content'
import { readContents, storedText } from '../contents/stored-content'
import { beforeKey, sideOf, versionsBefore } from '../versions/read-versions'
import type { SideRow } from '../versions/sql/versions'
import { type ChangeKind, kindOf, type VersionSummary } from '../model/memory-change'
import type { MemoryVersion } from '../model/memory-version'
import { keysOfMemories } from '../memories/keys-of-memories'

/** The change that a version made, as one row of a list tells it. */
export interface ToldChange {
  /** null: nothing, or a redaction took one of its sides */
  kind: ChangeKind | null
  /** where the memory was before */
  pathBefore: string | null
  /** null: too large to compare, redacted or damaged */
  lines: LineCounts | null
  /** the first line that it added that says something, else one that it removed */
  line: { sign: 'added' | 'removed'; text: string } | null
  /** why nothing is told */
  silence: 'redacted' | 'damaged' | 'too_large' | null
}

export interface TellChangesInput {
  /** of any stores */
  changes: readonly MemoryVersion[]
  /** for a caller that leaves: aborts the work with the signal's reason */
  signal?: AbortSignal | undefined
}

/** Contents of a change, and of all changes, that are compared, in bytes. */
const MAX_BYTES = 256 * 1024
const MAX_BYTES_IN_ALL = 8 * 1024 * 1024

interface Sides {
  change: MemoryVersion
  before: VersionSummary | null
  after: VersionSummary | null
}

/**
 * Tells the change that each of these versions made, by version id. Compares at most 256 kB a
 * version and 8 MB in all, the first ones first, on a connection for long reads. Refuses
 * `store_not_found`.
 */
export async function tellChanges(
  db: Database,
  { changes, signal }: TellChangesInput,
): Promise<Map<string, ToldChange>> {
  const told = new Map<string, ToldChange>()
  let bytesLeft = MAX_BYTES_IN_ALL
  const compared = new Map<string, Sides[]>()
  for (const sides of await sidesOf(db, changes, signal)) {
    const { change } = sides
    if (sides.before === 'emptied' || sides.after === 'emptied') {
      told.set(change.id, { ...NOTHING, silence: 'redacted' })
      continue
    }
    const { before, after } = sides
    const bytes = (before?.size ?? 0) + (after?.size ?? 0)
    const net = kindOf({ memoryId: change.memoryId, before, after })
    // What was deleted and is there again was not created: the log's filter lists it as its version.
    const kind = net === 'created' ? change.operation : net
    const silent = { ...NOTHING, kind, pathBefore: before?.path ?? null }
    if (bytes > MAX_BYTES || bytes > bytesLeft) {
      told.set(change.id, { ...silent, silence: 'too_large' })
      continue
    }
    bytesLeft -= bytes
    told.set(change.id, silent)
    const ofStore = compared.get(change.storeId) ?? []
    compared.set(change.storeId, [...ofStore, { change, before, after }])
  }
  for (const [storeId, sides] of compared) await compare(db, storeId, sides, told, signal)
  return told
}

const NOTHING: ToldChange = {
  kind: null,
  pathBefore: null,
  lines: null,
  line: null,
  silence: null,
}

type FoundSides = {
  change: MemoryVersion
  before: VersionSummary | null | 'emptied'
  after: VersionSummary | null | 'emptied'
}

/** Each version and the one before it of the same memory, in the order of the changes. */
async function sidesOf(
  db: Database,
  changes: readonly MemoryVersion[],
  signal: AbortSignal | undefined,
): Promise<FoundSides[]> {
  if (changes.length === 0) return []
  const sql = db.bulk.until(signal)
  const ids = [...new Set(changes.map(({ memoryId }) => memoryId))]
  const keys = await keysOfMemories(sql, ids)
  const wantedOf = ({ memoryId, sequence }: MemoryVersion) => ({
    memoryKey: keys.get(memoryId) ?? 0,
    sequence,
  })
  const before = await versionsBefore(sql, changes.map(wantedOf))
  return changes.map((change) => ({
    change,
    before: sideOf(before.get(beforeKey(wantedOf(change)))),
    after: sideOf(rowOf(change)),
  }))
}

function rowOf({
  id,
  sequence,
  operation,
  path,
  sha256,
  size,
}: MemoryVersion): Omit<SideRow, 'memoryKey'> {
  return { id, sequence, operation, path, sha256, size }
}

/** Versions whose two sides are read at once. */
const CHANGES_PER_PAGE = CONTENTS_PER_PAGE / 2

async function compare(
  db: Database,
  storeId: string,
  all: readonly Sides[],
  told: Map<string, ToldChange>,
  signal: AbortSignal | undefined,
): Promise<void> {
  const sql = db.bulk.until(signal)
  const maybeYield = turns(signal)
  const store = await findStore(sql, storeId)
  for (let from = 0; from < all.length; from += CHANGES_PER_PAGE) {
    const some = all.slice(from, from + CHANGES_PER_PAGE)
    const sequences = some.flatMap(({ before, after }) =>
      [before, after].flatMap((side) => side?.sequence ?? []),
    )
    const contents = await readContents(sql, store.key, sequences, maybeYield)
    const textOf = (side: VersionSummary | null) =>
      (side && storedText(contents.get(side.sequence))) ?? ''
    for (const { change, before, after } of some) {
      const silent = told.get(change.id) ?? NOTHING
      const [was, is] = [textOf(before), textOf(after)]
      const isSound = typeof was === 'string' && typeof is === 'string'
      const compared = isSound ? comparison(was, is) : { silence: 'damaged' as const }
      told.set(change.id, { ...silent, ...compared })
      await maybeYield()
    }
  }
}

function comparison(before: string, after: string): Pick<ToldChange, 'lines' | 'line'> {
  const added = previewLine(addedLines(before, after).join('\n'))
  const removed = added === null ? previewLine(addedLines(after, before).join('\n')) : null
  return {
    lines: countLines(before, after),
    line:
      added !== null
        ? { sign: 'added', text: added }
        : removed !== null
          ? { sign: 'removed', text: removed }
          : null,
  }
}
