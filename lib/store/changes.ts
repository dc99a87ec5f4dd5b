import { db, turn } from '@/lib/db'
import { numbersBetween, rowsOf } from '@/lib/db/many'
import { comparePaths } from '@/lib/text/memory-path'
import { writersOf } from './actors'
import type { Writer } from './model/actor'
import type { Version } from './model/model'
import { HEAD, type VersionState } from './past'
import type { State } from './plan/plan'
import { getStore } from './stores'

/** One that was renamed and rewritten at once counts as renamed. */
export type ChangeKind = 'created' | 'modified' | 'renamed' | 'deleted'

/** What became of one memory between two moments; null: it was not there. */
export interface MemoryChange {
  memoryId: string
  change: ChangeKind
  before: VersionState | null
  after: VersionState | null
}

/** The kind of a change; null: both sides are the same. */
export function changeOf(before: State | null, after: State | null): ChangeKind | null {
  if (!before) return after ? 'created' : null
  if (!after) return 'deleted'
  if (before.path !== after.path) return 'renamed'
  return before.sha256 === after.sha256 ? null : 'modified'
}

const pathOf = ({ before, after }: MemoryChange): string => (after ?? before)?.path ?? ''

/** Who wrote in a store after a number, and in how many memories. */
export async function writtenSince(
  storeId: string,
  sequence: number,
): Promise<{ writers: Writer[]; memories: number }> {
  const rows = await db.version.groupBy({
    by: ['memoryId', 'actorType', 'actorId'],
    where: { storeId, sequence: { gt: sequence } },
  })
  const writerOf = await writersOf(rows)
  const writers = new Map(rows.map((row) => [row.actorId, writerOf(row)]))
  return {
    writers: [...writers.values()],
    memories: new Set(rows.map(({ memoryId }) => memoryId)).size,
  }
}

export interface NetChanges {
  /** by path; what is the same on both sides is left out */
  changes: MemoryChange[]
  /** memories that cannot be compared: one of their sides was redacted since */
  redactedMemoryIds: string[]
}

/**
 * What became of a store's memories between two numbers of its changes; from a later to an earlier one
 * it is what going back would do. Costs what was changed in between. Refuses `store_not_found`.
 */
export async function netChanges(
  storeId: string,
  from: number,
  to: number,
  signal?: AbortSignal,
): Promise<NetChanges> {
  const { lastSequence } = await getStore(storeId)
  const start = Math.min(from, to)
  const end = Math.min(Math.max(from, to), lastSequence)
  const touched = new Map<string, { first: number; last: Side }>()
  for (const sequence of numbersBetween(start, end)) {
    await turn(signal)
    const where = { storeId, sequence }
    const order = { orderBy: { sequence: 'asc' } } as const
    for (const row of await db.version.findMany({ where, select: side, ...order })) {
      const first = touched.get(row.memoryId)?.first ?? row.sequence
      touched.set(row.memoryId, { first, last: row })
    }
  }
  const firsts = [...touched.values()].map(({ first }) => first)
  const select = { ...side, untilSequence: true } as const
  const ended = await rowsOf(
    firsts,
    (some) => db.version.findMany({ where: { storeId, untilSequence: { in: some } }, select }),
    { signal },
  )
  const earlier = new Map<number | null, Side>(ended.map((row) => [row.untilSequence, row]))
  const found: NetChanges = { changes: [], redactedMemoryIds: [] }
  for (const [memoryId, { first, last }] of touched) {
    const sides: [Side | undefined, Side] = [earlier.get(first), last]
    const [one, other] = from <= to ? sides : sides.toReversed()
    if (isEmptied(one) || isEmptied(other)) {
      found.redactedMemoryIds.push(memoryId)
      continue
    }
    const before = stateOf(one)
    const after = stateOf(other)
    const change = changeOf(before, after)
    if (change) found.changes.push({ memoryId, change, before, after })
  }
  found.changes.sort((one, other) => comparePaths(pathOf(one), pathOf(other)))
  return found
}

const side = { ...HEAD, operation: true, redactedAt: true } as const

type Side = Pick<Version, keyof typeof side>

const isEmptied = (version: Side | undefined) =>
  version !== undefined && version.redactedAt !== null && version.operation !== 'deleted'

function stateOf(version: Side | undefined): VersionState | null {
  if (!version || version.operation === 'deleted') return null
  const { id: versionId, sequence, path, sha256, size } = version
  return path === null || sha256 === null || size === null
    ? null
    : { versionId, sequence, path, sha256, size }
}
