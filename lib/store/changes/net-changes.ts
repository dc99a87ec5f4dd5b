import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { sortInTurns } from '@/lib/text/sort-in-turns'
import { turns } from '@/lib/turns'
import type { Audience } from '../model/audience'
import { byPath, kindOf, type MemoryChange, type VersionSummary } from '../model/memory-change'
import type { Moment } from '../model/moment'
import { type QuarantinedMemory, quarantinedFor } from '../quarantine/quarantined'
import { sequenceWithin } from '../time/store-moment'
import { versionAt, versionsAt } from '../versions/read-versions'
import { MAX_MEMORIES } from '../versions/sql/versions'
import type { VersionRow } from '../versions/sql/version-rows'
import { findStore } from '../write/store-transaction'
import { touchedBetween } from './sql/changes'

export interface NetChangesInput {
  storeId: string
  from: Moment
  to: Moment
  /** agents are shown no version in quarantine; people if left out */
  audience?: Audience | undefined
  /** for a caller that leaves: aborts the comparison with the signal's reason */
  signal?: AbortSignal | undefined
}

export interface NetChanges {
  /** the changes compared: after `fromSequence`, up to `toSequence` */
  fromSequence: number
  toSequence: number
  /** ordered by path; unchanged memories are left out */
  changes: MemoryChange<VersionSummary>[]
  /** memories whose state at one of the moments was redacted, so they cannot be compared */
  redactedMemoryIds: string[]
}

/**
 * The net difference of a store between two moments. With the moments swapped, the difference is
 * reversed; a time before a branch begins counts as its beginning. Costs what changed in between. Refuses `store_not_found`.
 */
export async function netChanges(db: Database, input: NetChangesInput): Promise<NetChanges> {
  const sql = db.bulk.until(input.signal)
  const maybeYield = turns(input.signal)
  const store = await findStore(sql, input.storeId)
  const fromSequence = await sequenceWithin(sql, store.key, input.from)
  const toSequence = await sequenceWithin(sql, store.key, input.to)
  const quarantined = await quarantinedFor(sql, store, input.audience)
  const changes: MemoryChange<VersionSummary>[] = []
  const redactedMemoryIds: string[] = []
  const span = [fromSequence, toSequence].sort((one, other) => one - other)
  for await (const keys of touchedMemories(sql, store.key, span)) {
    const before = await versionsAt(sql, keys, fromSequence)
    const after = await versionsAt(sql, keys, toSequence)
    for (const key of keys) {
      const [one, other] = await inSight(sql, quarantined?.get(key), [
        before.get(key),
        after.get(key),
      ])
      const memoryId = (one ?? other)?.memoryId
      if (memoryId === undefined) continue
      const change = { memoryId, before: summaryOf(one), after: summaryOf(other) }
      if (isEmptied(one) || isEmptied(other)) redactedMemoryIds.push(memoryId)
      else if (kindOf(change) !== null) changes.push(change)
    }
    await maybeYield()
  }
  const sorted = await sortInTurns(changes, byPath, maybeYield)
  return { fromSequence, toSequence, changes: sorted, redactedMemoryIds }
}

type Side = VersionRow | undefined

/** The two sides of a memory as agents see them: the version served instead of one in quarantine. */
async function inSight(
  sql: Sql,
  memory: QuarantinedMemory | undefined,
  sides: readonly [Side, Side],
): Promise<readonly [Side, Side]> {
  if (!memory) return sides
  const served = await versionAt(sql, memory.key, memory.fromSequence - 1)
  const seen = (side: Side) => (side && side.sequence >= memory.fromSequence ? served : side)
  return [seen(sides[0]), seen(sides[1])]
}

const VERSIONS_PER_PAGE = 1024

/** The keys of the memories changed after one sequence up to another, each once, in pages. */
async function* touchedMemories(
  sql: Sql,
  storeKey: number,
  [from = 0, to = 0]: readonly number[],
): AsyncGenerator<number[]> {
  const seen = new Set<number>()
  for (let after = from; ;) {
    const rows = await touchedBetween(sql, { storeKey, after, upTo: to, limit: VERSIONS_PER_PAGE })
    const keys = [...new Set(rows.map((row) => row.memoryKey))].filter((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    for (let at = 0; at < keys.length; at += MAX_MEMORIES) yield keys.slice(at, at + MAX_MEMORIES)
    const last = rows.at(-1)
    if (!last || rows.length < VERSIONS_PER_PAGE) return
    after = last.sequence
  }
}

function isEmptied(version: VersionRow | undefined): boolean {
  return version?.redactedAt != null && version.operation !== 'deleted'
}

function summaryOf(version: VersionRow | undefined): VersionSummary | null {
  if (!version) return null
  const { path, sha256, size, sequence } = version
  if (path === null || sha256 === null || size === null) return null
  return { versionId: version.id, sequence, path, sha256, size }
}
