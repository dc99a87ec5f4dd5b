import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, SqlValue, WriteSql } from '@/lib/db/sql'
import type { Actor } from '@/lib/store/model/actor'
import { DAY_MS } from '@/lib/text/day-ms'
import type { Reason } from '../../model/attention'
import type { ChangesetState } from '../../model/changeset'
import type { KeysQuery } from './matching-changesets'

/**
 * Changesets and lists of them: programs read them over the API, digests are posted by a timer, and
 * pages order many by what few columns hold.
 */

const CHANGESET = columns('c', 'changeset', [
  'key',
  'id',
  'sessionId',
  'actorType',
  'actorId',
  'firstSequence',
  'lastSequence',
  'firstChangedAt',
  'lastChangedAt',
  'changeCount',
  'examinedSequence',
  'level',
  'reasons',
  'memoryCount',
  'addedLines',
  'removedLines',
  'lostLines',
  'hunkCount',
  'openHunks',
  'state',
  'snoozedUntil',
  'assigneeType',
  'assigneeId',
  'revision',
])

/** A changeset with its store's names, and how many of its comments are open. */
export type ChangesetRow = RowOf<typeof CHANGESET> & {
  storeId: string
  storeName: string
  openComments: number
  answeredComments: number
}

const COLUMNS = `SELECT ${CHANGESET.list}, s.id AS "storeId", s.name AS "storeName",
    (SELECT count(*) FROM comments k
     WHERE k.changeset_key = c.key AND k.status = 'open') AS "openComments",
    (SELECT count(*) FROM comments k WHERE k.changeset_key = c.key AND k.status = 'open'
       AND k.answered_sequence IS NOT NULL) AS "answeredComments"`

const OF_STORES = 's.key = c.store_key AND s.deleted_at IS NULL'

/** Of stores that were not deleted; the caller adds AND and ORDER over `c`. */
export const SELECT_CHANGESETS = `${COLUMNS}
  FROM changesets c CROSS JOIN memory_stores s WHERE ${OF_STORES}`

/** The same of the changesets whose keys a query selects: few, with which a database then begins. */
const selectChangesetsOf = (keys: string) => `${COLUMNS}
  FROM (SELECT DISTINCT found.key FROM (${keys}) found) matching CROSS JOIN changesets c
    CROSS JOIN memory_stores s WHERE c.key = matching.key AND ${OF_STORES}`

/** The conditions of a list. */
export interface ChangesetsWanted {
  state: ChangesetState
  storeId?: string | undefined
  sessionId?: string | undefined
  actorId?: string | undefined
  actorType?: Actor['type'] | undefined
  level?: number | undefined
  /** any of these; none: not asked for */
  reasons: readonly Reason[]
  pathPrefix?: string | undefined
  assignee?: Actor | 'nobody' | undefined
  isWaiting?: true | undefined
  comments?: 'open' | 'answered' | undefined
  onlyStoreIds?: readonly string[] | undefined
  /** the last of the page before */
  after?: Pick<ChangesetRow, 'level' | 'lastChangedAt' | 'id'> | undefined
  limit: number
}

/** The highest level first, of one level the last changed first; only those that all of `few` select. */
export function firstChangesets(
  sql: Sql,
  wanted: ChangesetsWanted,
  few: readonly KeysQuery[],
): Promise<ChangesetRow[]> {
  const { conditions, params } = conditionsOf(wanted)
  const { after } = wanted
  const [first, ...others] = few
  for (const keys of others) {
    conditions.push(`c.key IN (${keys.text})`)
    params.push(...keys.params)
  }
  if (after) {
    conditions.push('(c.level, c.last_changed_at, c.id) < (?, ?, ?)')
    params.push(after.level, after.lastChangedAt, after.id)
  }
  return sql.all<ChangesetRow>(
    `${first ? selectChangesetsOf(first.text) : SELECT_CHANGESETS}${conditions.map((each) => ` AND ${each}`).join('')}
     ORDER BY c.level DESC, c.last_changed_at DESC, c.id DESC LIMIT ?`,
    [...(first?.params ?? []), ...params, wanted.limit],
  )
}

function conditionsOf(wanted: ChangesetsWanted): { conditions: string[]; params: SqlValue[] } {
  const conditions: string[] = []
  const params: SqlValue[] = []
  const where = (condition: string, ...values: SqlValue[]) => {
    conditions.push(condition)
    params.push(...values)
  }
  const { storeId, sessionId, actorId, level, actorType, assignee, pathPrefix } = wanted
  where('c.state = ?', wanted.state)
  if (storeId !== undefined) {
    where('c.store_key = (SELECT key FROM memory_stores WHERE id = ?)', storeId)
  }
  if (sessionId !== undefined) where('c.session_id = ?', sessionId)
  if (actorId !== undefined) where('c.actor_id = ?', actorId)
  if (level !== undefined) where('c.level = ?', level)
  if (actorType !== undefined) where('c.actor_type = ?', actorType)
  if (assignee === 'nobody') where("coalesce(c.assignee_id, '') = ?", '')
  else if (assignee !== undefined) {
    where('c.assignee_type = ?', assignee.type)
    where('c.assignee_id = ?', assignee.id)
  }
  if (wanted.isWaiting) where(WAITS)
  const names = wanted.reasons.map((reason) => `c.reasons LIKE '%"${reason}":%'`)
  if (names.length > 0) where(`(${names.join(' OR ')})`)
  if (wanted.onlyStoreIds) where(`s.id IN ${oneOf(wanted.onlyStoreIds)}`, ...wanted.onlyStoreIds)
  if (wanted.comments !== undefined) where(COMMENTED[wanted.comments])
  if (pathPrefix !== undefined) {
    where(TOUCHES_PATH, pathPrefix, pathPrefix, pathPrefix, pathPrefix)
  }
  return { conditions, params }
}

const WAITS = `EXISTS (SELECT 1 FROM proposals p
    WHERE p.changeset_key = c.key AND p.state = 'waiting')`

/** Few changesets have comments: these are found first, then the changesets. */
const COMMENTED = {
  open: `c.key IN (SELECT k.changeset_key FROM comments k WHERE k.status = 'open')`,
  answered: `c.key IN (SELECT k.changeset_key FROM comments k
    WHERE k.status = 'open' AND k.answered_sequence IS NOT NULL)`,
} as const

/** The paths of memories as they are now, of deleted ones as they were last, and of waiting writes. */
const TOUCHES_PATH = `(EXISTS (
    SELECT 1 FROM changeset_memories m CROSS JOIN memories x CROSS JOIN memory_versions v
    WHERE m.changeset_key = c.key AND x.key = m.memory_key
      AND v.memory_key = m.memory_key AND v.sequence = m.through_sequence
      AND substr(coalesce(x.path, (SELECT n.path FROM path_nodes n WHERE n.key = v.node_key)),
        1, length(CAST(? AS TEXT))) = CAST(? AS TEXT))
  OR EXISTS (
    SELECT 1 FROM proposals p WHERE p.changeset_key = c.key AND p.state = 'waiting'
      AND substr(p.path, 1, length(CAST(? AS TEXT))) = CAST(? AS TEXT)))`

/** The changesets with these ids; missing ones are left out. */
export function changesetsByIds(sql: Sql, ids: readonly string[]): Promise<ChangesetRow[]> {
  return sql.all<ChangesetRow>(`${SELECT_CHANGESETS} AND c.id IN ${oneOf(ids)}`, ids)
}

export function changesetById(sql: Sql, id: string): Promise<ChangesetRow | undefined> {
  return sql.get<ChangesetRow>(`${SELECT_CHANGESETS} AND c.id = ?`, [id])
}

/** Counts open changesets up to `most`. Every page runs this for its frame. */
export async function countOfOpen(sql: Sql, most: number): Promise<number> {
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM changesets c CROSS JOIN memory_stores s
       WHERE c.state = 'open' AND s.key = c.store_key AND s.deleted_at IS NULL LIMIT ?) open`,
    [most],
  )
  return row?.count ?? 0
}

const STORE = columns('s', 'memoryStore', ['id'])

/** The same of each of these stores. */
export function openOfStores(
  sql: Sql,
  storeIds: readonly string[],
  most: number,
): Promise<(RowOf<typeof STORE> & { open: number })[]> {
  return sql.all<RowOf<typeof STORE> & { open: number }>(
    `SELECT ${STORE.list}, (SELECT count(*) FROM (SELECT 1 FROM changesets c
       WHERE c.store_key = s.key AND c.state = 'open' LIMIT ?) AS waiting) AS open
     FROM memory_stores s WHERE s.id IN ${oneOf(storeIds)}`,
    [most, ...storeIds],
  )
}

const CHANGED = columns('c', 'changeset', [
  'id',
  'addedLines',
  'removedLines',
  'hunkCount',
  'openHunks',
  'pending',
])

type ChangedRow = RowOf<typeof CHANGED> & {
  sessionId: string
  /** while nothing is open: what was rejected or edited, and is not applied */
  lying: number
}

/** The changesets of sessions, those with most left to decide first. */
export function changesetsOfSessions(
  sql: Sql,
  sessionIds: readonly string[],
): Promise<ChangedRow[]> {
  return sql.all<ChangedRow>(
    `SELECT ${CHANGED.list}, c.session_id AS "sessionId",
       CASE WHEN c.open_hunks > 0 OR c.state = 'done' THEN 0 ELSE (
         SELECT count(*) FROM hunk_decisions d WHERE d.changeset_key = c.key
           AND d.decision <> 'accepted' AND d.applied_at IS NULL) END AS lying
     FROM changesets c CROSS JOIN memory_stores s
     WHERE c.session_id IN ${oneOf(sessionIds)}
       AND s.key = c.store_key AND s.deleted_at IS NULL
     ORDER BY c.open_hunks DESC, c.key`,
    sessionIds,
  )
}

const STATE = columns('c', 'changeset', ['key', 'storeKey', 'state'])

/** Locked until the transaction ends. */
export function lockedState(tx: WriteSql, id: string): Promise<RowOf<typeof STATE> | undefined> {
  return tx.get<RowOf<typeof STATE>>(
    `SELECT ${STATE.list} FROM changesets c WHERE c.id = ? ${tx.forUpdate}`,
    [id],
  )
}

const ASSIGNEE = columns('c', 'changeset', ['key', 'assigneeType', 'assigneeId'])

export async function updateAssignee(tx: WriteSql, row: RowOf<typeof ASSIGNEE>): Promise<void> {
  await tx.run(
    `UPDATE changesets SET assignee_type = ?, assignee_id = ?, revision = revision + 1
     WHERE key = ?`,
    [row.assigneeType, row.assigneeId, row.key],
  )
}

const SNOOZE = columns('c', 'changeset', ['key', 'state', 'snoozedUntil'])

export async function updateState(tx: WriteSql, row: RowOf<typeof SNOOZE>): Promise<void> {
  await tx.run(
    `UPDATE changesets SET state = ?, snoozed_until = ?, revision = revision + 1
     WHERE key = ?`,
    [row.state, row.snoozedUntil, row.key],
  )
}

/** Adds to what a reviewer looked at a changeset on a day, up to all of it; 0: there is none. */
export function addAttention(
  tx: WriteSql,
  seen: { changesetId: string; actorId: string; day: number; visibleMs: number },
): Promise<number> {
  return tx.run(
    `INSERT INTO review_attention (changeset_key, actor_id, day, visible_ms)
     SELECT key, CAST(? AS TEXT), CAST(? AS BIGINT), CAST(? AS BIGINT) FROM changesets WHERE id = ?
     ON CONFLICT (changeset_key, actor_id, day) DO UPDATE SET visible_ms =
       CASE WHEN review_attention.visible_ms + excluded.visible_ms > ${DAY_MS} THEN ${DAY_MS}
       ELSE review_attention.visible_ms + excluded.visible_ms END`,
    [seen.actorId, seen.day, seen.visibleMs, seen.changesetId],
  )
}

/** The changeset that a version is reviewed in; undefined: it needs no review, or is gone. */
export function changesetOfVersion(
  sql: Sql,
  versionId: string,
): Promise<{ id: string } | undefined> {
  return sql.get<{ id: string }>(
    `SELECT c.id FROM memory_versions v JOIN changesets c ON c.key = v.changeset_key
     WHERE v.id = ?`,
    [versionId],
  )
}
