import type { Database } from '@/lib/db/database'
import type { Prisma } from '@/lib/db/models'
import { proposalOf } from './core/proposal-rows'
import { findStore } from './core/store-transaction'
import type { Actor } from './model/actor'
import type { Proposal, ProposalState } from './model/proposal'
import {
  isOfQuarantined,
  proposalById,
  proposalsDue,
  proposalsOfStore,
  waitingCount,
} from './sql/proposals'

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
  const { storeId, state, after, limit, agent } = input
  const store = await findStore(db.read, storeId)
  const keptFrom = store.quarantined_count > 0 ? agent?.id : undefined
  const wanted = { storeKey: store.key, state, after, keptFrom, limit }
  return (await proposalsOfStore(db.read, wanted)).map(proposalOf)
}

/** Whether a proposal is not for an agent, since somebody else wants to write what is in quarantine. */
export function isKeptFrom(db: Database, agent: Actor, proposalId: string): Promise<boolean> {
  return isOfQuarantined(db.read, agent.id, proposalId)
}

/** Waiting, and of a store that was not deleted. */
const WAITING = { state: 'waiting', store: { deletedAt: null } } as const

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
  const listed = (lapsesAt: Prisma.ProposalWhereInput['lapsesAt'], take: number) =>
    db.prisma.proposal.findMany({
      where: { ...WAITING, changeset: { id: changesetId }, lapsesAt },
      orderBy: [{ lapsesAt: 'asc' }, { key: 'asc' }],
      take,
      include: { store: { select: { id: true } }, changeset: { select: { id: true } } },
    })
  const ending = await listed({ not: null }, limit)
  const endless = await listed(null, limit - ending.length)
  return [...ending, ...endless].map(({ store, changeset, ...row }) =>
    proposalOf({ ...row, storeId: store.id, changesetId: changeset.id }),
  )
}

/** How many writes wait for a person, counted up to `most`. */
export function countWaiting(db: Database, most: number): Promise<number> {
  return waitingCount(db.read, most)
}

/** A proposal; null: there is none with this id. */
export async function findProposal(db: Database, proposalId: string): Promise<Proposal | null> {
  const row = await proposalById(db.read, proposalId)
  return row ? proposalOf(row) : null
}

/** Waiting proposals whose time to wait is over. `now`: milliseconds since 1970. */
export async function dueProposals(db: Database, now: number, limit: number): Promise<Proposal[]> {
  return (await proposalsDue(db.read, now, limit)).map(proposalOf)
}

/** What is run when a proposal is allowed, as it was given to `addProposal`; null: nothing. */
export async function commandOfProposal(db: Database, proposalId: string): Promise<unknown> {
  const row = await db.read.get<{ command: string | null }>(
    'SELECT command FROM proposals WHERE id = ?',
    [proposalId],
  )
  return row?.command == null ? null : (JSON.parse(row.command) as unknown)
}
