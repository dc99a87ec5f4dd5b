import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { BulkSql, Sql, SqlValue, WriteSql } from '@/lib/db/sql'
import type { Audience } from '@/lib/store/model/audience'
import { IS_DELETED, LAST_PATH } from '../../changesets/sql/last-path'
import type { FindingGroup, FindingStatus } from '../../model/finding'
import { PLACED } from './placed-findings'

/**
 * Findings with the names of what they are about: programs read and judge them over the API, and a
 * list of a store joins six tables over many rows.
 */

const JUDGED = columns('f', 'finding', [
  'severity',
  'reason',
  'actorType',
  'actorId',
  'decidedAt',
  'foundAt',
])

export type FindingRow = RowOf<typeof PLACED> &
  RowOf<typeof JUDGED> & {
    storeId: string
    memoryId: string
    path: string | null
    isDeleted: number
    versionId: string
    otherId: string | null
    otherPath: string | null
    exceptedUntil: number | null
    exceptionId: string | null
  }

/**
 * Selects findings of stores that were not deleted. The caller adds AND and ORDER over `f`, `m` and
 * `e`. The one parameter is the time, in milliseconds since 1970.
 */
const SELECT = `SELECT ${PLACED.list}, ${JUDGED.list}, s.id AS "storeId", m.id AS "memoryId",
    ${LAST_PATH} AS path, ${IS_DELETED} AS "isDeleted", v.id AS "versionId", o.id AS "otherId",
    o.path AS "otherPath", e.ends_at AS "exceptedUntil", e.id AS "exceptionId"
  FROM findings f
  JOIN memory_stores s ON s.key = f.store_key
  JOIN memories m ON m.key = f.memory_key
  JOIN memory_versions v ON v.store_key = f.store_key AND v.sequence = f.sequence
  LEFT JOIN memories o ON o.key = f.other_memory_key
  LEFT JOIN finding_exceptions e
    ON e.store_key = f.store_key AND e.rule = f.rule AND e.path = m.path AND e.ends_at > ?
  WHERE s.deleted_at IS NULL`

/** Restricts a query to an audience: agents are not told of memories in quarantine. */
function servedTo(audience: Audience | undefined): string {
  if (audience !== 'agents') return ''
  return ' AND NOT EXISTS (SELECT 1 FROM quarantines q WHERE q.memory_key = f.memory_key)'
}

const GROUPS: Record<FindingGroup, string> = {
  open: `f.status = 'open' AND e.key IS NULL`,
  dismissed: `(f.status IN ('false_positive', 'accepted_risk')
    OR (f.status = 'open' AND e.key IS NOT NULL))`,
  fixed: `f.status = 'fixed'`,
}

/** The conditions of a list of findings. */
export interface FindingsWanted {
  storeId: string
  /** milliseconds since 1970 */
  now: number
  limit: number
  /** `open` leaves out what is excepted at its path */
  status?: FindingStatus | undefined
  group?: FindingGroup | undefined
  pathPrefix?: string | undefined
  /** null: all */
  rules: readonly string[] | null
  severity?: number | undefined
  memoryId?: string | undefined
  /** the last of the page before */
  after?: Pick<FindingRow, 'severity' | 'key'> | undefined
  audience: Audience | undefined
}

/** The most severe first, then the newest. */
export function listedFindings(sql: BulkSql, wanted: FindingsWanted): Promise<FindingRow[]> {
  const { after, rules } = wanted
  const conditions = ['f.store_key = (SELECT key FROM memory_stores WHERE id = ?)']
  const params: SqlValue[] = [wanted.storeId]
  const where = (condition: string, ...values: SqlValue[]) => {
    conditions.push(condition)
    params.push(...values)
  }
  if (wanted.status) where('f.status = ?', wanted.status)
  if (wanted.status === 'open') where('e.key IS NULL')
  if (wanted.group) where(GROUPS[wanted.group])
  if (wanted.pathPrefix) {
    where(`substr(${LAST_PATH}, 1, length(?)) = ?`, wanted.pathPrefix, wanted.pathPrefix)
  }
  if (rules) where(`f.rule IN ${oneOf(rules)}`, ...rules)
  if (wanted.severity) where('f.severity = ?', wanted.severity)
  if (wanted.memoryId) where('m.id = ?', wanted.memoryId)
  if (after) {
    const { severity, key } = after
    where('(f.severity < ? OR (f.severity = ? AND f.key < ?))', severity, severity, key)
  }
  return sql.all<FindingRow>(
    `${SELECT} AND ${conditions.join(' AND ')}${servedTo(wanted.audience)}
     ORDER BY f.severity DESC, f.key DESC LIMIT ?`,
    [wanted.now, ...params, wanted.limit],
  )
}

export function findingById(
  sql: Sql,
  wanted: { storeId: string; findingId: string; audience: Audience | undefined; now: number },
): Promise<FindingRow | undefined> {
  return sql.get<FindingRow>(`${SELECT} AND f.id = ? AND s.id = ?${servedTo(wanted.audience)}`, [
    wanted.now,
    wanted.findingId,
    wanted.storeId,
  ])
}

/** The findings with these ids, of any store; missing ones are left out. */
export function findingsByIds(
  sql: Sql,
  ids: readonly string[],
  now: number,
): Promise<FindingRow[]> {
  return sql.all<FindingRow>(`${SELECT} AND f.id IN ${oneOf(ids)}`, [now, ...ids])
}

const NOT_EXCEPTED = `NOT EXISTS (SELECT 1 FROM finding_exceptions e
  WHERE e.store_key = f.store_key AND e.rule = f.rule AND e.path = m.path AND e.ends_at > ?)`

const STORE = columns('s', 'memoryStore', ['id'])

interface OpenByStore {
  storeIds: readonly string[]
  exceptRules: readonly string[]
  now: number
}

/**
 * Counts the open findings of each of these stores but those of some rules, with the gravest level;
 * stores without any are left out.
 */
export function openByStore(
  sql: BulkSql,
  { storeIds, exceptRules, now }: OpenByStore,
): Promise<(RowOf<typeof STORE> & { count: number; level: number })[]> {
  return sql.all<RowOf<typeof STORE> & { count: number; level: number }>(
    `SELECT ${STORE.list}, count(*) AS count, max(f.severity) AS level
     FROM memory_stores s CROSS JOIN findings f CROSS JOIN memories m
     WHERE s.id IN ${oneOf(storeIds)} AND s.deleted_at IS NULL
       AND f.store_key = s.key AND f.status = 'open' AND f.rule NOT IN ${oneOf(exceptRules)}
       AND m.key = f.memory_key AND ${NOT_EXCEPTED}
     GROUP BY s.id`,
    [...storeIds, ...exceptRules, now],
  )
}

const RULE = columns('f', 'finding', ['rule'])

/** Counts the open findings of a store by their rules. */
export function openByRule(
  sql: BulkSql,
  storeId: string,
  now: number,
): Promise<(RowOf<typeof RULE> & { count: number })[]> {
  return sql.all<RowOf<typeof RULE> & { count: number }>(
    `SELECT ${RULE.list}, count(*) AS count
     FROM memory_stores s CROSS JOIN findings f CROSS JOIN memories m
     WHERE s.id = ? AND s.deleted_at IS NULL
       AND f.store_key = s.key AND f.status = 'open' AND m.key = f.memory_key AND ${NOT_EXCEPTED}
     GROUP BY f.rule ORDER BY count(*) DESC, f.rule`,
    [storeId, now],
  )
}

const MEMORY = columns('m', 'memory', ['id'])

/**
 * The gravest level of the open findings of each of these memories; those without any are left out.
 */
export function levelsOfMemories(
  sql: Sql,
  memoryIds: readonly string[],
  now: number,
): Promise<(RowOf<typeof MEMORY> & { level: number })[]> {
  return sql.all<RowOf<typeof MEMORY> & { level: number }>(
    `SELECT ${MEMORY.list}, max(f.severity) AS level FROM memories m CROSS JOIN findings f
     WHERE m.id IN ${oneOf(memoryIds)} AND f.memory_key = m.key
       AND f.status = 'open' AND ${NOT_EXCEPTED}
     GROUP BY m.id`,
    [...memoryIds, now],
  )
}

const JUDGEABLE = columns('f', 'finding', [
  'key',
  'storeKey',
  'memoryKey',
  'foundSequence',
  'fixedSequence',
  'rule',
  'status',
  'actorType',
  'actorId',
])

export type JudgeableRow = RowOf<typeof JUDGEABLE> & { memoryId: string; path: string | null }

/** A finding that is to be judged, locked until the transaction ends. */
export function lockedFinding(
  tx: WriteSql,
  storeId: string,
  findingId: string,
): Promise<JudgeableRow | undefined> {
  return tx.get<JudgeableRow>(
    `SELECT ${JUDGEABLE.list}, m.id AS "memoryId", m.path
     FROM findings f JOIN memory_stores s ON s.key = f.store_key
       JOIN memories m ON m.key = f.memory_key
     WHERE f.id = ? AND s.id = ? AND s.deleted_at IS NULL ${tx.forUpdate && 'FOR UPDATE OF f'}`,
    [findingId, storeId],
  )
}

/**
 * Returns whether an actor wrote the version that a finding was found in, or another of its
 * changeset.
 */
export async function wroteFound(
  tx: WriteSql,
  { storeKey, foundSequence }: Pick<JudgeableRow, 'storeKey' | 'foundSequence'>,
  actor: { type: string; id: string },
): Promise<boolean> {
  const own = await tx.get(
    `SELECT 1 AS one FROM memory_versions v WHERE v.store_key = ? AND v.sequence = ? AND (
       (v.actor_type = ? AND v.actor_id = ?) OR EXISTS (
         SELECT 1 FROM memory_versions o WHERE o.changeset_key = v.changeset_key
           AND o.actor_type = ? AND o.actor_id = ?))`,
    [storeKey, foundSequence, actor.type, actor.id, actor.type, actor.id],
  )
  return own !== undefined
}

const JUDGEMENT = columns('f', 'finding', [
  'key',
  'status',
  'reason',
  'actorType',
  'actorId',
  'decidedAt',
])

export async function updateJudgement(tx: WriteSql, row: RowOf<typeof JUDGEMENT>): Promise<void> {
  await tx.run(
    `UPDATE findings SET status = ?, reason = ?, actor_type = ?, actor_id = ?, decided_at = ?
     WHERE key = ?`,
    [row.status, row.reason, row.actorType, row.actorId, row.decidedAt, row.key],
  )
}

/** Of the findings in a changeset's memories. */
interface StandingCounts {
  findings: number
  fixed: number
  /** sum of the sequences that fixed them; null: none is */
  fixedAt: number | null
}

/** Figures of a changeset's findings, which are others once one is found, gone or back. */
export function standingOfFindings(
  sql: Sql,
  changesetId: string,
): Promise<StandingCounts | undefined> {
  return sql.get<StandingCounts>(
    `SELECT count(*) AS findings, count(f.fixed_sequence) AS fixed,
       CAST(sum(f.fixed_sequence) AS BIGINT) AS "fixedAt"
     FROM changesets s CROSS JOIN changeset_memories c CROSS JOIN findings f
     WHERE s.id = ? AND c.changeset_key = s.key AND f.memory_key = c.memory_key`,
    [changesetId],
  )
}
