import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql } from '@/lib/db/sql'
import { VISIBLE, type Visible } from '../../quarantine/sql/visible-versions'
import type { VersionCondition } from '../../write/find'
import { SELECT_VERSIONS, type VersionRow } from '../../versions/sql/version-rows'

/** Changes that are undone together, by programs over the API too: any number of a store's. */

const VERSION = columns('v', 'memoryVersion', ['sequence', 'memoryKey'])

/** A change to be undone. */
export type ChosenVersion = RowOf<typeof VERSION>

/** Lists the versions `v` that fulfil a condition, in order of sequence, as the next two do. */
export function versionsThat(
  sql: Sql,
  storeKey: number,
  { condition, params }: VersionCondition,
): Promise<ChosenVersion[]> {
  return sql.all<ChosenVersion>(
    `SELECT ${VERSION.list} FROM memory_versions v
     WHERE v.store_key = ? AND ${condition} ORDER BY v.sequence`,
    [storeKey, ...params],
  )
}

export function versionsOfBatch(
  sql: Sql,
  storeKey: number,
  batchId: string,
): Promise<ChosenVersion[]> {
  return sql.all<ChosenVersion>(
    `SELECT ${VERSION.list} FROM batches b JOIN memory_versions v ON v.batch_key = b.key
     WHERE b.id = ? AND v.store_key = ? ORDER BY v.sequence`,
    [batchId, storeKey],
  )
}

export function versionsOfChangeset(
  sql: Sql,
  storeKey: number,
  changesetId: string,
): Promise<ChosenVersion[]> {
  return sql.all<ChosenVersion>(
    `SELECT ${VERSION.list} FROM changesets c
     CROSS JOIN memory_versions v
     WHERE c.id = ? AND v.changeset_key = c.key AND v.store_key = ? ORDER BY v.sequence`,
    [changesetId, storeKey],
  )
}

/** Costs what the memories' versions are, however many the changeset has. */
export function versionsOfMemoriesIn(
  sql: Sql,
  storeKey: number,
  { changesetId, memoryKeys }: { changesetId: string; memoryKeys: readonly number[] },
): Promise<ChosenVersion[]> {
  return sql.all<ChosenVersion>(
    `SELECT ${VERSION.list} FROM changesets c CROSS JOIN memory_versions v
     WHERE c.id = ? AND v.memory_key IN ${oneOf(memoryKeys)}
       AND v.changeset_key = c.key AND v.store_key = ?`,
    [changesetId, ...memoryKeys, storeKey],
  )
}

const KEPT = columns('d', 'hunkDecision', ['memoryKey', 'throughSequence'])

/**
 * Up to which versions somebody kept these memories of a changeset: those that it created, and those
 * of which some that was kept is gone since.
 */
export function keptMemories(
  sql: Sql,
  { changesetId, memoryKeys }: { changesetId: string; memoryKeys: readonly number[] },
): Promise<RowOf<typeof KEPT>[]> {
  return sql.all<RowOf<typeof KEPT>>(
    `SELECT ${KEPT.list} FROM changesets c CROSS JOIN hunk_decisions d
     WHERE c.id = ? AND d.changeset_key = c.key AND d.memory_key IN ${oneOf(memoryKeys)}
       AND d.kind = 'created' AND d.decision = 'accepted'
     UNION SELECT m.memory_key, m.kept_sequence FROM changesets c CROSS JOIN changeset_memories m
     WHERE c.id = ? AND m.changeset_key = c.key AND m.memory_key IN ${oneOf(memoryKeys)}
       AND m.kept_sequence > 0
     ORDER BY 2`,
    [changesetId, ...memoryKeys, changesetId, ...memoryKeys],
  )
}

const NAMED = columns('v', 'memoryVersion', ['id', 'sequence', 'memoryKey'])

export function versionsOfIds(
  sql: Sql,
  storeKey: number,
  ids: readonly string[],
): Promise<RowOf<typeof NAMED>[]> {
  return sql.all<RowOf<typeof NAMED>>(
    `SELECT ${NAMED.list} FROM memory_versions v
     WHERE v.store_key = ? AND v.id IN ${oneOf(ids)}`,
    [storeKey, ...ids],
  )
}

interface Since {
  storeKey: number
  /** milliseconds since 1970 */
  since: number
  visible: Visible
  limit: number
}

/** Lists a session's changes since a time, the oldest first. */
export function changesOfSession(
  sql: Sql,
  sessionId: string,
  { storeKey, since, visible, limit }: Since,
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.session_id = ? AND v.created_at >= ?
       AND ${VISIBLE[visible]} ORDER BY v.sequence LIMIT ?`,
    [storeKey, sessionId, since, limit],
  )
}

/**
 * Lists an actor's changes outside of sessions, from a sequence and a time on, the oldest first.
 */
export function changesOfActor(
  sql: Sql,
  actor: { type: string; id: string },
  { storeKey, first, since, visible, limit }: Since & { first: number },
): Promise<VersionRow[]> {
  return sql.all<VersionRow>(
    `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence >= ? AND v.session_id IS NULL
       AND v.actor_type = ? AND v.actor_id = ? AND v.created_at >= ? AND ${VISIBLE[visible]}
     ORDER BY v.sequence LIMIT ?`,
    [storeKey, first, actor.type, actor.id, since, limit],
  )
}

const EVENT = columns('e', 'storeEvent', ['sequence'])

/** The first change of a store at a time or later, by the index of its log's times. */
export function firstSince(
  sql: Sql,
  storeKey: number,
  since: number,
): Promise<RowOf<typeof EVENT> | undefined> {
  return sql.get<RowOf<typeof EVENT>>(
    `SELECT ${EVENT.list} FROM store_events e WHERE e.store_key = ? AND e.created_at >= ?
     ORDER BY e.created_at, e.sequence LIMIT 1`,
    [storeKey, since],
  )
}
