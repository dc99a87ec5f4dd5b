import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, SqlValue, WriteSql } from '@/lib/db/sql'
import type { ProposalState } from '../../model/proposal'

/**
 * Proposals as agents, and the timer that ends those that are due, ask for them: without the client,
 * which a server that no person opens does not load.
 */

/** All but what it wants to write. */
const PROPOSAL = columns('p', 'proposal', [
  'key',
  'id',
  'sessionId',
  'toolUseId',
  'actorType',
  'actorId',
  'kind',
  'path',
  'state',
  'createdAt',
  'lapsesAt',
  'rule',
  'policyRevision',
  'isUnscanned',
  'decidedAt',
  'deciderType',
  'deciderId',
  'message',
  'isEdited',
])

/** A proposal with the ids of its store and changeset. */
export type ProposalRow = RowOf<typeof PROPOSAL> & { storeId: string; changesetId: string }

/** Of stores that were not deleted; the caller adds AND and ORDER over `p`. */
const SELECT = `SELECT ${PROPOSAL.list}, s.id AS "storeId", c.id AS "changesetId"
  FROM proposals p CROSS JOIN memory_stores s CROSS JOIN changesets c
  WHERE s.key = p.store_key AND s.deleted_at IS NULL AND c.key = p.changeset_key`

/**
 * A condition on proposals `p`, with an actor's id: somebody else wants to write what is in
 * quarantine.
 */
const OF_QUARANTINED = `p.actor_id <> ? AND EXISTS (SELECT 1 FROM quarantines q
  JOIN memories m ON m.key = q.memory_key WHERE q.store_key = p.store_key AND m.path = p.path)`

/** Proposals of a store, the newest first. */
export function proposalsOfStore(
  sql: Sql,
  wanted: {
    storeKey: number
    state: ProposalState | undefined
    /** the id of the last proposal of the page before; of one that is not there nothing follows */
    after: string | undefined
    /** the id of an actor for whom others' writes to memories in quarantine are not */
    keptFrom: string | undefined
    limit: number
  },
): Promise<ProposalRow[]> {
  const conditions = ['p.store_key = ?']
  const params: SqlValue[] = [wanted.storeKey]
  if (wanted.state !== undefined) {
    conditions.push('p.state = ?')
    params.push(wanted.state)
  }
  if (wanted.after !== undefined) {
    conditions.push('p.key < coalesce((SELECT key FROM proposals WHERE id = ?), 0)')
    params.push(wanted.after)
  }
  if (wanted.keptFrom !== undefined) {
    conditions.push(`NOT (${OF_QUARANTINED})`)
    params.push(wanted.keptFrom)
  }
  return sql.all<ProposalRow>(
    `${SELECT} AND ${conditions.join(' AND ')} ORDER BY p.key DESC LIMIT ?`,
    [...params, wanted.limit],
  )
}

/**
 * Returns whether somebody other than this actor wants, by this proposal, to write what is in
 * quarantine.
 */
export async function isOfQuarantined(sql: Sql, actorId: string, id: string): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS one FROM proposals p WHERE ${OF_QUARANTINED} AND p.id = ?`,
    [actorId, id],
  )
  return row !== undefined
}

export function proposalById(sql: Sql, id: string): Promise<ProposalRow | undefined> {
  return sql.get<ProposalRow>(`${SELECT} AND p.id = ?`, [id])
}

/**
 * Lists the proposals whose time to wait is over, the longest first. `now`: milliseconds since
 * 1970.
 */
export function proposalsDue(sql: Sql, now: number, limit: number): Promise<ProposalRow[]> {
  return sql.all<ProposalRow>(
    `${SELECT} AND p.state = 'waiting' AND p.lapses_at <= ? ORDER BY p.lapses_at LIMIT ?`,
    [now, limit],
  )
}

/** Counts waiting proposals, up to `most`. Every page asks for its frame. */
export async function waitingCount(sql: Sql, most: number, storeId?: string): Promise<number> {
  const ofStore = storeId === undefined ? '' : 'AND s.id = ?'
  const row = await sql.get<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM proposals p CROSS JOIN memory_stores s
       WHERE p.state = 'waiting' AND s.key = p.store_key AND s.deleted_at IS NULL ${ofStore}
       LIMIT ?) waiting`,
    [...(storeId === undefined ? [] : [storeId]), most],
  )
  return row?.count ?? 0
}

const NEW_PROPOSAL = columns('p', 'proposal', [
  'id',
  'storeKey',
  'changesetKey',
  'sessionId',
  'toolUseId',
  'actorType',
  'actorId',
  'kind',
  'path',
  'command',
  'createdAt',
  'lapsesAt',
  'rule',
  'policyRevision',
  'isUnscanned',
])

export async function insertProposal(tx: WriteSql, row: RowOf<typeof NEW_PROPOSAL>): Promise<void> {
  await tx.run(
    `INSERT INTO proposals (id, store_key, changeset_key, session_id, tool_use_id, actor_type,
       actor_id, kind, path, command, created_at, lapses_at, rule, policy_revision, is_unscanned)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      row.id,
      row.storeKey,
      row.changesetKey,
      row.sessionId,
      row.toolUseId,
      row.actorType,
      row.actorId,
      row.kind,
      row.path,
      row.command,
      row.createdAt,
      row.lapsesAt,
      row.rule,
      row.policyRevision,
      row.isUnscanned,
    ],
  )
}
