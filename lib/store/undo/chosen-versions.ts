import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import type { Actor } from '../model/actor'
import { refuse } from '../model/problems'
import { MAX_MEMORIES } from '../versions/sql/versions'
import { inSession } from '../write/find'
import { SELECT_VERSIONS, type VersionRow } from '../write/rows'
import {
  type ChangedStore,
  storesChangedByActor,
  storesChangedInSession,
} from './sql/changed-stores'

/**
 * A selection of a store's changes: all of a session, of a batch, of a changeset or of some of its
 * memories, these versions, or all in a range of sequences.
 */
export type ChosenChanges =
  | { sessionId: string }
  | { batchId: string }
  | { changesetId: string; memoryKeys?: readonly number[] | undefined }
  | { versionIds: readonly string[] }
  | { from: number; to: number }

/** A change to be undone. */
export interface ChosenVersion {
  sequence: number
  memory_key: number
}

const IDS_PER_QUERY = 500

/** The selected versions, in order of sequence. Refuses `version_not_found`. */
export async function chosenVersions(
  sql: Sql,
  wanted: { storeKey: number; storeId: string; changes: ChosenChanges },
): Promise<ChosenVersion[]> {
  const { storeKey, storeId, changes } = wanted
  if ('sessionId' in changes) {
    const { condition, params } = await inSession(sql, changes.sessionId)
    return sql.all<ChosenVersion>(
      `SELECT v.sequence, v.memory_key FROM memory_versions v
       WHERE v.store_key = ? AND ${condition} ORDER BY v.sequence`,
      [storeKey, ...params],
    )
  }
  if ('batchId' in changes) {
    return sql.all<ChosenVersion>(
      `SELECT v.sequence, v.memory_key FROM batches b JOIN memory_versions v ON v.batch_key = b.key
       WHERE b.id = ? AND v.store_key = ? ORDER BY v.sequence`,
      [changes.batchId, storeKey],
    )
  }
  if ('changesetId' in changes) {
    const { changesetId, memoryKeys } = changes
    if (memoryKeys) return ofMemories(sql, storeKey, { changesetId, memoryKeys })
    return sql.all<ChosenVersion>(
      `SELECT v.sequence, v.memory_key FROM changesets c
       CROSS JOIN memory_versions v
       WHERE c.id = ? AND v.changeset_key = c.key AND v.store_key = ? ORDER BY v.sequence`,
      [changes.changesetId, storeKey],
    )
  }
  if ('from' in changes) {
    return sql.all<ChosenVersion>(
      `SELECT sequence, memory_key FROM memory_versions
       WHERE store_key = ? AND sequence > ? AND sequence <= ? ORDER BY sequence`,
      [storeKey, changes.from, changes.to],
    )
  }
  const chosen: ChosenVersion[] = []
  for (const part of chunked([...new Set(changes.versionIds)], IDS_PER_QUERY)) {
    const rows = await sql.all<ChosenVersion & { id: string }>(
      `SELECT id, sequence, memory_key FROM memory_versions
       WHERE store_key = ? AND id IN (${part.map(() => '?').join(', ')})`,
      [storeKey, ...part],
    )
    const found = new Set(rows.map(({ id }) => id))
    const missing = part.find((id) => !found.has(id))
    if (missing !== undefined) refuse({ kind: 'version_not_found', storeId, versionId: missing })
    for (const row of rows) chosen.push(row)
  }
  return chosen.sort((one, other) => one.sequence - other.sequence)
}

/** Costs what the memories' versions are, however many the changeset has. */
async function ofMemories(
  sql: Sql,
  storeKey: number,
  { changesetId, memoryKeys }: { changesetId: string; memoryKeys: readonly number[] },
): Promise<ChosenVersion[]> {
  const chosen: ChosenVersion[] = []
  for (const keys of chunked(memoryKeys, IDS_PER_QUERY)) {
    const rows = await sql.all<ChosenVersion>(
      `SELECT v.sequence, v.memory_key FROM changesets c CROSS JOIN memory_versions v
       WHERE c.id = ? AND v.memory_key IN (${keys.map(() => '?').join(', ')})
         AND v.changeset_key = c.key AND v.store_key = ?`,
      [changesetId, ...keys, storeKey],
    )
    for (const row of rows) chosen.push(row)
  }
  return chosen.sort((one, other) => one.sequence - other.sequence)
}

/** A session, or an actor outside any session. */
export interface Changer {
  actor: Actor
  /** null: what the actor did outside sessions */
  sessionId: string | null
}

/**
 * What a session or an actor changed in a store since a time, oldest first, at most `limit`.
 * `condition` narrows the versions `v`.
 */
export async function changesAfter(
  sql: Sql,
  changer: Changer,
  where: { storeKey: number; since: number; condition: string; limit: number },
): Promise<VersionRow[]> {
  const { storeKey, since, condition, limit } = where
  if (changer.sessionId !== null) {
    return sql.all<VersionRow>(
      `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.session_id = ? AND v.created_at >= ?
         AND ${condition} ORDER BY v.sequence LIMIT ?`,
      [storeKey, changer.sessionId, since, limit],
    )
  }
  const first = await firstSince(sql, storeKey, since)
  if (first === null) return []
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence >= ? AND v.session_id IS NULL
       AND v.actor_type = ? AND v.actor_id = ? AND v.created_at >= ? AND ${condition}
     ORDER BY v.sequence LIMIT ?`,
    [storeKey, first, changer.actor.type, changer.actor.id, since, limit],
  )
}

/** The first change of a store at a time or later, by the index of its log's times. */
async function firstSince(sql: Sql, storeKey: number, since: number): Promise<number | null> {
  const row = await sql.get<{ sequence: number }>(
    `SELECT sequence FROM store_events WHERE store_key = ? AND created_at >= ?
     ORDER BY created_at, sequence LIMIT 1`,
    [storeKey, since],
  )
  return row?.sequence ?? null
}

/** The stores in which a session or an actor has a changeset; a deleted one has none. */
export function storesChangedBy(sql: Sql, { sessionId, actor }: Changer): Promise<ChangedStore[]> {
  return sessionId === null
    ? storesChangedByActor(sql, actor.id)
    : storesChangedInSession(sql, sessionId)
}

const VERSIONS_PER_PAGE = 1024

/** The keys of the memories changed since a time, each once, the last changed first, in parts. */
export async function* changedMemories(
  sql: Sql,
  storeKey: number,
  since: number,
): AsyncGenerator<{ first: number; keys: number[] }> {
  const begin = await sql.get<{ sequence: number }>(
    `SELECT sequence FROM store_events WHERE store_key = ? AND created_at >= ?
     ORDER BY created_at, sequence LIMIT 1`,
    [storeKey, since],
  )
  if (!begin) return
  const first = begin.sequence
  const seen = new Set<number>()
  for (let before = Number.MAX_SAFE_INTEGER; ;) {
    const rows = await sql.all<{ sequence: number; memory_key: number }>(
      `SELECT sequence, memory_key FROM memory_versions
       WHERE store_key = ? AND sequence >= ? AND sequence < ? ORDER BY sequence DESC LIMIT ?`,
      [storeKey, first, before, VERSIONS_PER_PAGE],
    )
    const keys = [...new Set(rows.map((row) => row.memory_key))].filter((key) => !seen.has(key))
    for (const key of keys) seen.add(key)
    for (let at = 0; at < keys.length; at += MAX_MEMORIES) {
      yield { first, keys: keys.slice(at, at + MAX_MEMORIES) }
    }
    const last = rows.at(-1)
    if (!last || rows.length < VERSIONS_PER_PAGE) return
    before = last.sequence
  }
}

/** What it takes to compare a memory's versions since a change. */
export interface ChainSize {
  versions: number
  bytes: number
  /** the largest content, in bytes */
  largest: number
}

export async function sizesOfChains(
  sql: Sql,
  memoryKeys: readonly number[],
  first: number,
): Promise<Map<number, ChainSize>> {
  const rows = await sql.all<ChainSize & { memory_key: number }>(
    `SELECT memory_key, count(*) AS versions, CAST(sum(coalesce(size, 0)) AS BIGINT) AS bytes,
       coalesce(max(size), 0) AS largest
     FROM memory_versions WHERE memory_key IN (?${', ?'.repeat(MAX_MEMORIES - 1)}) AND sequence >= ?
     GROUP BY memory_key`,
    [...memoryKeys, ...Array<number>(MAX_MEMORIES - memoryKeys.length).fill(0), first],
  )
  return new Map(rows.map(({ memory_key, ...size }) => [memory_key, size]))
}
