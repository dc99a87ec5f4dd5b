import { db } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import { writersOf } from '@/lib/store/actors'
import { blame } from '@/lib/store/blame'
import type { Writer } from '@/lib/store/model/actor'
import type { Version } from '@/lib/store/model/model'
import type { Change, Hunk } from './hunks'
import type { SidesByLine } from './left-side'

/** Who wrote and took the lines of a hunk. */

export interface VersionRef extends Version {
  by: Writer
  /** of a session of ours */
  model: string | null
}

export interface HunkWriter extends VersionRef {
  adds: boolean
  removes: boolean
}

/** Tells versions with the names of their writers. */
export async function versionRefs(
  versions: readonly Version[],
): Promise<(version: Version) => VersionRef> {
  const writerOf = await writersOf(versions)
  const ids = versions.flatMap(({ sessionId }) => sessionId ?? [])
  const sessions = await rowsOf(ids, (some) => db.session.findMany({ where: { id: { in: some } } }))
  const settings = new Map(sessions.map((row) => [row.id, row.settings as { model?: string }]))
  return (version) => {
    const model = settings.get(version.sessionId ?? '')?.model ?? null
    return { ...version, by: writerOf(version), model }
  }
}

/**
 * Says who wrote and took the lines of a change's hunks, the oldest first, and which lines that are gone a
 * person wrote: by their numbers on the left side, from 1.
 */
export async function hunkWriters(
  change: Change<SidesByLine>,
  refOf: (version: Version) => VersionRef,
) {
  const { since, lines } = change
  const { left = [], standing = [] } = lines ?? {}
  const personOf = await personsLines(change)
  return ({ kind, beforeFrom, beforeCount, afterFrom, afterCount }: Hunk) => {
    const removed = left.slice(beforeFrom, beforeFrom + beforeCount)
    const added = standing.slice(afterFrom, afterFrom + afterCount)
    const adders = new Set(added.map((line) => line.addedBy))
    const removers = new Set(removed.map((line) => line.removedBy))
    if (kind !== 'lines') (kind === 'deleted' ? removers : adders).add(pathWriter(change))
    const writers = since.flatMap((version): HunkWriter[] => {
      const adds = adders.has(version.sequence)
      const removes = removers.has(version.sequence)
      return adds || removes ? [{ ...refOf(version), adds, removes }] : []
    })
    const peoples = removed.flatMap((line, at) => {
      const adder = since.find(({ sequence }) => sequence === line.addedBy)
      const own = adder?.side === 'person' ? adder.actorId : null
      const by = line.inBase === null ? own : personOf(line.inBase)
      return by === null ? [] : { line: beforeFrom + at + 1, by }
    })
    return { writers, peoples }
  }
}

/** The number of the version that brought the memory to where it is, or took it away. */
function pathWriter({ since, head }: Change<SidesByLine>): number | null {
  const pathIn = (version: Version) => (version.operation === 'deleted' ? null : version.path)
  const from = since.findLastIndex((version) => pathIn(version) !== (head?.path ?? null)) + 1
  return since[from]?.sequence ?? null
}

/** Of a longer history it is not known without a blame whether one person wrote all of it, or nobody. */
const MOST_LOOKED_AT = 50

/** Says of lines of the base which person wrote them; blamed where others wrote before, too. */
async function personsLines({
  memory,
  lines,
  hunks,
}: Change<SidesByLine>): Promise<(line: number) => string | null> {
  const { id: memoryId, storeId, reviewedSequence: seen } = memory
  if (!lines || !hunks.some(({ beforeCount }) => beforeCount > 0)) return () => null
  const until = { where: { memoryId, sequence: { lte: seen ?? 0 } } }
  const versions = await db.version.findMany({
    ...until,
    orderBy: { sequence: 'desc' },
    take: MOST_LOOKED_AT,
    select: { id: true, side: true, actorId: true },
  })
  const [base] = versions
  const people = new Set(versions.map(({ side, actorId }) => (side === 'person' ? actorId : null)))
  const [only = null] = people
  if (versions.length < MOST_LOOKED_AT && people.size <= 1) return () => only
  const runs = await blame({ storeId, versionId: base?.id ?? '' })
  const theirs = runs.filter((run) => run.version.side === 'person')
  const writers = theirs.flatMap(({ line, lines, version }) =>
    lines.map((_, at) => [line - 1 + at, version.actorId] as const),
  )
  const writerOf = new Map(writers)
  return (at) => writerOf.get(at) ?? null
}
