import type { Database } from '@/lib/db/database'
import { commonLinesAside } from '@/lib/scan/line-pairs'
import { type BlameRun, blameMemory } from '@/lib/store/versions/blame-memory'
import type { ChangesetChange } from '@/lib/store/changes/changeset-changes'
import type { MemoryVersion } from '@/lib/store/model/memory-version'
import type { Hunk } from '../model/hunk'
import { textBefore, versionWithOrdinal } from './sql/hunks'

/** A hunk's origin: the versions that wrote its lines, and whose lines it removed. */
export interface HunkOrigin {
  /** the changeset's versions that wrote what it added, the newest first; empty: not known */
  writtenBy: MemoryVersion[]
  /** who wrote what it removed, those of most lines first */
  removed: { version: MemoryVersion; lines: number }[]
  /** who wrote each line that it removed, in order; undefined: not known */
  removedLines: (MemoryVersion | undefined)[]
}

export interface HunkOriginsInput {
  storeId: string
  change: ChangesetChange
  /** of the memory */
  hunks: readonly Hunk[]
}

const UNKNOWN: HunkOrigin = { writtenBy: [], removed: [], removedLines: [] }

/** Blaming reads every version before: of a memory with more, only the changeset's own are told. */
const MAX_BLAMED = 200

/** Finds the origins of the hunks of a changeset's memory, in their order. */
export async function hunkOrigins(
  db: Database,
  { storeId, change, hunks }: HunkOriginsInput,
): Promise<HunkOrigin[]> {
  const { before, after, memoryId, versionIds } = change
  const last = await versionOf(db, versionIds.at(-1))
  if (!last || last.ordinal > MAX_BLAMED) return hunks.map(() => UNKNOWN)
  const blame = (versionId: string) => blameMemory(db, { storeId, memoryId, versionId })
  const own = new Set(versionIds)
  const now = writersOf(after ? await blame(last.id) : [])
  const earlier = before ? await versionBefore(db, versionIds[0]) : null
  const then = earlier && before ? await aligned(await blame(earlier), before.content) : NOTHING
  return hunks.map(({ beforeFrom, beforeCount, afterFrom, afterCount }) => {
    const written = distinct(positions(afterFrom, afterCount).flatMap((at) => now[at] ?? []))
    const removedLines = positions(beforeFrom, beforeCount).map((at) => then.get(at))
    const removed = counted(removedLines.filter((version) => version !== undefined))
    return { writtenBy: written.filter(({ id }) => own.has(id)), removed, removedLines }
  })
}

const NOTHING: ReadonlyMap<number, MemoryVersion> = new Map()

const positions = (from: number, count: number) =>
  Array.from({ length: count }, (_, index) => from + index)

function writersOf(runs: readonly BlameRun[]): MemoryVersion[] {
  return runs.flatMap(({ lines, version }) => lines.map(() => version))
}

/** Blames each line of a text that others may have changed since the blamed version. */
async function aligned(
  runs: readonly BlameRun[],
  text: string,
): Promise<Map<number, MemoryVersion>> {
  const blamed = runs.flatMap(({ lines }) => lines.map((line) => `${line}\n`)).join('')
  const writers = writersOf(runs)
  const found = new Map<number, MemoryVersion>()
  for (const { before, after } of await commonLinesAside(blamed, text)) {
    const writer = writers[before]
    if (writer) found.set(after, writer)
  }
  return found
}

function distinct(versions: readonly MemoryVersion[]): MemoryVersion[] {
  const byId = new Map(versions.map((version) => [version.id, version]))
  return [...byId.values()].toSorted((one, other) => other.sequence - one.sequence)
}

function counted(versions: readonly MemoryVersion[]): HunkOrigin['removed'] {
  return distinct(versions)
    .map((version) => ({ version, lines: versions.filter(({ id }) => id === version.id).length }))
    .toSorted((one, other) => other.lines - one.lines)
}

function versionOf(db: Database, id: string | undefined) {
  return id === undefined ? undefined : versionWithOrdinal(db.read, id)
}

/** The id of the version before one, of the same memory; null: it was the first, or deleted. */
async function versionBefore(db: Database, id: string | undefined): Promise<string | null> {
  if (id === undefined) return null
  return (await textBefore(db.read, id))?.id ?? null
}
