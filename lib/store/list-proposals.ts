import type { Database } from '@/lib/db/database'
import type { SqlValue } from '@/lib/db/sql'
import { type ProposalRow, proposalOf, SELECT_PROPOSALS } from './core/proposal-rows'
import { findStore } from './core/store-transaction'
import type { Actor } from './model/actor'
import type { Proposal, ProposalState } from './model/proposal'

export interface ListProposalsInput {
  storeId: string
  /** left out: all */
  state?: ProposalState | undefined
  limit: number
  /** the last proposal of the page before */
  after?: string | undefined
  /** an agent that asks: others' writes to memories in quarantine are not for it */
  agent?: Actor | undefined
}

/** Writes of a store that wait, or waited, the newest first. Refuses `store_not_found`. */
export async function listProposals(db: Database, input: ListProposalsInput): Promise<Proposal[]> {
  const store = await findStore(db.read, input.storeId)
  const conditions = ['p.store_key = ?']
  const params: SqlValue[] = [store.key]
  if (input.state !== undefined) {
    conditions.push('p.state = ?')
    params.push(input.state)
  }
  if (input.after !== undefined) {
    conditions.push('p.key < coalesce((SELECT key FROM proposals WHERE id = ?), 0)')
    params.push(input.after)
  }
  if (input.agent !== undefined && store.quarantined_count > 0) {
    conditions.push(`NOT (${OF_QUARANTINED})`)
    params.push(input.agent.id)
  }
  const rows = await db.read.all<ProposalRow>(
    `${SELECT_PROPOSALS} AND ${conditions.join(' AND ')} ORDER BY p.key DESC LIMIT ?`,
    [...params, input.limit],
  )
  return rows.map(proposalOf)
}

/** A condition on proposals `p`, with an actor's id: somebody else wants to write what is in quarantine. */
const OF_QUARANTINED = `p.actor_id <> ? AND EXISTS (SELECT 1 FROM quarantines q
  JOIN memories m ON m.key = q.memory_key WHERE q.store_key = p.store_key AND m.path = p.path)`

/** Whether a proposal is not for an agent, since somebody else wants to write what is in quarantine. */
export async function isKeptFrom(db: Database, agent: Actor, proposalId: string): Promise<boolean> {
  const row = await db.read.get(
    `SELECT 1 AS one FROM proposals p WHERE ${OF_QUARANTINED} AND p.id = ?`,
    [agent.id, proposalId],
  )
  return row !== undefined
}

export interface WaitingProposalsInput {
  /** left out: of all changesets */
  changesetId?: string | undefined
  limit: number
}

/** Writes that wait for a person: first those that lapse first, then the oldest. */
export async function waitingProposals(
  db: Database,
  { changesetId, limit }: WaitingProposalsInput,
): Promise<Proposal[]> {
  const [ofChangeset, params] =
    changesetId === undefined ? ['', []] : ['AND c.id = ?', [changesetId]]
  const select = `${SELECT_PROPOSALS} AND p.state = 'waiting' ${ofChangeset}`
  const ending = await db.read.all<ProposalRow>(
    `${select} AND p.lapses_at IS NOT NULL ORDER BY p.lapses_at, p.key LIMIT ?`,
    [...params, limit],
  )
  const endless = await db.read.all<ProposalRow>(
    `${select} AND p.lapses_at IS NULL ORDER BY p.key LIMIT ?`,
    [...params, limit - ending.length],
  )
  return [...ending, ...endless].map(proposalOf)
}

/** How many writes wait for a person, counted up to `most`. */
export async function countWaiting(db: Database, most: number): Promise<number> {
  const row = await db.read.get<{ count: number }>(
    `SELECT count(*) AS count FROM (
       SELECT 1 FROM proposals p CROSS JOIN memory_stores s
       WHERE p.state = 'waiting' AND s.key = p.store_key AND s.deleted_at IS NULL LIMIT ?) waiting`,
    [most],
  )
  return row?.count ?? 0
}

/** A proposal; null: there is none with this id. */
export async function findProposal(db: Database, proposalId: string): Promise<Proposal | null> {
  const row = await db.read.get<ProposalRow>(`${SELECT_PROPOSALS} AND p.id = ?`, [proposalId])
  return row ? proposalOf(row) : null
}

/** Waiting proposals whose time to wait is over. `now`: milliseconds since 1970. */
export async function dueProposals(db: Database, now: number, limit: number): Promise<Proposal[]> {
  const rows = await db.read.all<ProposalRow>(
    `${SELECT_PROPOSALS} AND p.state = 'waiting' AND p.lapses_at <= ? ORDER BY p.lapses_at LIMIT ?`,
    [now, limit],
  )
  return rows.map(proposalOf)
}

/** What is run when a proposal is allowed, as it was given to `addProposal`; null: nothing. */
export async function commandOfProposal(db: Database, proposalId: string): Promise<unknown> {
  const row = await db.read.get<{ command: string | null }>(
    'SELECT command FROM proposals WHERE id = ?',
    [proposalId],
  )
  return row?.command == null ? null : (JSON.parse(row.command) as unknown)
}
