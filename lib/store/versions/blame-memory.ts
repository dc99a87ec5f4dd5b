import type { Database } from '@/lib/db/database'
import { Blame, type BlamedLine } from '@/lib/text/blame'
import { turns } from '@/lib/turns'
import { memoryById } from '../write/sql/heads'
import { findStore } from '../write/store-transaction'
import { isRollback, rollbacksOf } from '../undo/undo-rollbacks'
import type { VersionRow } from './sql/version-rows'
import { versionOf } from './version-of'
import type { MemoryRow } from '../write/sql/heads'
import { CONTENTS_PER_PAGE } from '../contents/sql/stored-content'
import { readContents, type StoredText, soundText, storedText } from '../contents/stored-content'
import { requireVersion } from './read-versions'
import { versionsOfMemory } from './sql/histories'
import type { MemoryVersion } from '../model/memory-version'
import { refuse } from '../model/problems'

export interface BlameMemoryInput {
  storeId: string
  memoryId: string
  /** the version whose lines are blamed; left out: the newest with content */
  versionId?: string | undefined
}

/** Consecutive lines written by the same version, and brought back by the same if they were gone. */
export interface BlameRun {
  /** the first line, from 1 */
  line: number
  lines: string[]
  version: MemoryVersion
  /** the rollback that last brought them back; null: they were never gone */
  broughtBackBy: MemoryVersion | null
  /** whether an earlier version, redacted since or damaged, may already have written them */
  isOrEarlier: boolean
  /** the version before it, to compare with and to blame in turn; null: none is readable */
  before: MemoryVersion | null
  /** how many lines the version wrote, blank ones left out */
  wrote: number
}

interface Writer {
  version: MemoryVersion
  isOrEarlier: boolean
  before: MemoryVersion | null
  wrote: number
}

const PAGE = CONTENTS_PER_PAGE

/**
 * The version that wrote each line of a memory, across renames and deletions; what a restore, an
 * undo or a review brought back is of the version that had written it. Reads every version up to the
 * blamed one; lines that a damaged one may have written are `isOrEarlier`. Refuses
 * `store_not_found`, `memory_not_found`, `version_not_found`, `version_damaged` if it is the blamed
 * one.
 */
export async function blameMemory(db: Database, input: BlameMemoryInput): Promise<BlameRun[]> {
  const { storeId, memoryId, versionId } = input
  const store = await findStore(db.read, storeId)
  const memory = await memoryById(db.read, store.key, memoryId)
  if (!memory) return refuse({ kind: 'memory_not_found', storeId, memoryId, path: null })
  const upTo =
    versionId === undefined
      ? memory.headSequence
      : (await requireVersion(db.read, store.key, { storeId, versionId })).sequence
  const rollbacks = await rollbacksOf(db.read, [memory.key], { from: 0, to: upTo })
  const blame = new Blame<Writer>(rollbacks.map(({ sha256 }) => sha256))
  const maybeYield = turns()
  let content: StoredText = ''
  let before: MemoryVersion | null = null
  let isOrEarlier = false
  let isSomeUnread = false
  for await (const { row, text } of textsUpTo(db, memory, {
    storeKey: store.key,
    upTo,
    maybeYield,
  })) {
    if (row.redactedAt !== null || (text !== null && typeof text !== 'string')) {
      isOrEarlier = true
      isSomeUnread = true
    }
    if (text === null) continue
    content = text
    if (typeof text !== 'string') continue
    const version = versionOf(row, storeId, null)
    const bringsBack = isRollback(row.batchKind)
    const writer: Writer = {
      version,
      // What it brought back may be of any version that is not known any more.
      isOrEarlier: isOrEarlier || (bringsBack && isSomeUnread),
      before,
      wrote: 0,
    }
    writer.wrote = blame.add({ content: text, writer, hash: row.sha256, isRollback: bringsBack })
    before = version
    isOrEarlier = false
    await maybeYield()
  }
  return runsOf(soundText(content).split('\n'), blame.result)
}

/** Versions whose contents are read at once share what their deltas are against. */
const MAX_BYTES = 4 * 1024 * 1024

async function* textsUpTo(
  db: Database,
  memory: MemoryRow,
  {
    storeKey,
    upTo,
    maybeYield,
  }: { storeKey: number; upTo: number; maybeYield: () => Promise<void> },
): AsyncGenerator<{ row: VersionRow; text: StoredText | null }> {
  for await (const rows of versionsUpTo(db, memory.key, upTo)) {
    for (const some of partsOf(rows)) {
      const sequences = some.map(({ sequence }) => sequence)
      const contents = await readContents(db.read, storeKey, sequences, maybeYield)
      for (const row of some) {
        yield { row, text: storedText(contents.get(row.sequence)) }
      }
    }
  }
}

function* partsOf(rows: readonly VersionRow[]): Generator<VersionRow[]> {
  let part: VersionRow[] = []
  let bytes = 0
  for (const row of rows) {
    const size = row.size ?? 0
    if (part.length > 0 && bytes + size > MAX_BYTES) {
      yield part
      part = []
      bytes = 0
    }
    part.push(row)
    bytes += size
  }
  if (part.length > 0) yield part
}

async function* versionsUpTo(
  db: Database,
  memoryKey: number,
  upTo: number,
): AsyncGenerator<VersionRow[]> {
  for (let after = 0; ;) {
    const rows = await versionsOfMemory(db.read, { memoryKey, after, upTo, limit: PAGE })
    yield rows
    const last = rows.at(-1)
    if (!last || rows.length < PAGE) return
    after = last.sequence
  }
}

function runsOf(
  lines: readonly string[],
  blamed: readonly Readonly<BlamedLine<Writer>>[],
): BlameRun[] {
  const runs: BlameRun[] = []
  blamed.forEach(({ writer, broughtBackBy }, index) => {
    const line = lines[index] ?? ''
    const back = broughtBackBy?.version ?? null
    const last = runs.at(-1)
    if (last?.version === writer.version && last.broughtBackBy === back) last.lines.push(line)
    else runs.push({ line: index + 1, lines: [line], ...writer, broughtBackBy: back })
  })
  return runs
}
