import type { Database } from '@/lib/db/database'
import type { Prisma } from '@/lib/db/models'
import type { WriteSql } from '@/lib/db/sql'
import { newId } from '@/lib/text/prefixed-id'
import { followOpenWork } from '../events/follow-open-work'
import { addChangesetUpdated, addReviewEvent } from '../events/review-events'
import { type Cause, sessionOf, type Actor } from '../model/actor'
import type { ChangeKind } from '../model/memory-change'
import type { Proposal, ProposalState } from '../model/proposal'
import { storeById, type StoreRow } from '../stores/sql/stores'
import { beginChangeset, connectionIn, groupingOf } from '../write/join-changeset'
import { openForProposal } from '../write/sql/changesets'
import { findStore } from '../write/store-transaction'
import {
  completeById,
  type CompletedRow,
  completeOfCall,
  completeOfSession,
  type CompletionRow,
  noteCompletion,
  reopenOfCall,
} from './sql/completions'
import { commandById, groupingById } from './sql/held-writes'
import {
  insertProposal,
  isOfQuarantined,
  proposalById,
  proposalsDue,
  proposalsOfStore,
  waitingCount,
  type ProposalRow,
} from './sql/proposals'

export interface NewProposal {
  storeId: string
  /** who wants to write; of a call in a session: with its session and the call's event */
  cause: Cause
  kind: ChangeKind
  /** see `Proposal` */
  path: string
  /** what is run when it is allowed; null: its session holds the call */
  command: unknown
  /** the rule that holds it; null: its session asks for every write */
  rule?: { id: string; revision: number } | null | undefined
  /** whether it is held since it could not be scanned in full */
  isUnscanned?: boolean | undefined
  /** milliseconds since 1970; null: never */
  lapsesAt?: number | null | undefined
}

/**
 * Records a write that waits for a person, in the changeset that the write would join, which is open
 * from then on. Returns its id; null if the store is gone.
 */
export async function addProposal(tx: WriteSql, input: NewProposal): Promise<string | null> {
  const store = await storeById(tx, input.storeId)
  if (!store) return null
  const now = Date.now()
  const { cause } = input
  const changesetKey = await openChangeset(tx, { store, cause, now })
  const id = newId('prop', now)
  const toolUseId = input.command === null ? (cause.toolUseId ?? null) : null
  await insertProposal(tx, {
    id,
    storeKey: store.key,
    changesetKey,
    sessionId: sessionOf(cause),
    toolUseId,
    actorType: cause.actor.type,
    actorId: cause.actor.id,
    kind: input.kind,
    path: input.path,
    command: input.command === null ? null : JSON.stringify(input.command),
    createdAt: now,
    lapsesAt: input.lapsesAt ?? null,
    rule: input.rule?.id ?? null,
    policyRevision: input.rule?.revision ?? null,
    isUnscanned: Number(input.isUnscanned ?? false),
  })
  await addReviewEvent(tx, { storeKey: store.key, type: 'proposal.created', subject: id })
  await addChangesetUpdated(tx, changesetKey)
  tx.touch(store.key)
  return id
}

interface Opening {
  store: StoreRow
  cause: Cause
  now: number
}

/** The changeset that a write would join now; a new one has no changes yet. */
async function openChangeset(tx: WriteSql, { store, cause, now }: Opening): Promise<number> {
  const { grouping, since } = groupingOf({ cause, batchKey: null, now })
  const storeKey = store.key
  const open = await openForProposal(tx, { storeKey, grouping, since })
  if (open) return open.key
  const sequence = store.lastSequence
  return beginChangeset(tx, { storeKey, grouping, cause, sequence, now, changes: 0 })
}

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
  const keptFrom = store.quarantinedCount > 0 ? agent?.id : undefined
  const wanted = { storeKey: store.key, state, after, keptFrom, limit }
  return (await proposalsOfStore(db.read, wanted)).map(proposalOf)
}

/**
 * Returns whether a proposal is kept from an agent: somebody else wants to write what is in
 * quarantine.
 */
export function isKeptFrom(db: Database, agent: Actor, proposalId: string): Promise<boolean> {
  return isOfQuarantined(db.read, agent.id, proposalId)
}

/** Waiting, and of a store that was not deleted. */
const WAITING = { state: 'waiting', store: { deletedAt: null } } as const

export interface WaitingProposalsInput {
  /** left out: of all changesets */
  changesetId?: string | undefined
  /** left out: of all stores */
  storeId?: string | undefined
  /** left out: of all sessions and of none */
  sessionId?: string | undefined
  limit: number
}

/** Writes that wait for a person: first those that lapse first, then the oldest. */
export async function waitingProposals(
  db: Database,
  { changesetId, storeId, sessionId, limit }: WaitingProposalsInput,
): Promise<Proposal[]> {
  const listed = (lapsesAt: Prisma.ProposalWhereInput['lapsesAt'], take: number) =>
    db.prisma.proposal.findMany({
      where: {
        ...WAITING,
        sessionId,
        changeset: { id: changesetId },
        store: { ...WAITING.store, id: storeId },
        lapsesAt,
      },
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

/** Counts the writes that wait for a person, in a store or in all, up to `most`. */
export function countWaiting(db: Database, most: number, storeId?: string): Promise<number> {
  return waitingCount(db.read, most, storeId)
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

/**
 * Returns the command to run when a proposal is allowed, as it was given to `addProposal`; null:
 * none.
 */
export async function commandOfProposal(db: Database, proposalId: string): Promise<unknown> {
  const row = await commandById(db.read, proposalId)
  return row?.command == null ? null : (JSON.parse(row.command) as unknown)
}

/** By which connection a write came that waits (`Cause.connection`); undefined: it is not known. */
export async function connectionOfProposal(
  db: Database,
  proposalId: string,
): Promise<string | undefined> {
  const row = await groupingById(db.read, proposalId)
  return row && connectionIn(row.grouping)
}

/** The way in which waiting proposals end. */
export interface Completion {
  state: Exclude<ProposalState, 'waiting'>
  /** null: nobody */
  by: Actor | null
  /** of a denial: what the agent is told */
  message?: string | null | undefined
  isEdited?: boolean | undefined
}

/** Selects the proposals that end: one, those of a call in a session, or of all its calls. */
export type CompletedProposals =
  | { proposalId: string }
  | { sessionId: string; toolUseId?: string | undefined }

/** Ends proposals that wait, and returns how many did: of two decisions the first holds. */
export async function completeProposals(
  tx: WriteSql,
  which: CompletedProposals,
  completion: Completion,
): Promise<number> {
  const rows = await complete(tx, which, {
    state: completion.state,
    decidedAt: Date.now(),
    deciderType: completion.by?.type ?? null,
    deciderId: completion.by?.id ?? null,
    message: completion.message ?? null,
    isEdited: Number(completion.isEdited ?? false),
  })
  for (const { id, storeKey } of rows) {
    await addReviewEvent(tx, { storeKey, type: 'proposal.settled', subject: id })
  }
  for (const changesetKey of new Set(rows.map((row) => row.changesetKey))) {
    await noteCompletion(tx, changesetKey)
    await followOpenWork(tx, changesetKey)
  }
  for (const storeKey of new Set(rows.map((row) => row.storeKey))) tx.touch(storeKey)
  return rows.length
}

/**
 * Has proposals of a call wait again that were allowed and could not be written. Who allowed them, and
 * when, stays known. `lapsesAt`: see `Proposal`.
 */
export async function reopenProposals(
  tx: WriteSql,
  call: { sessionId: string; toolUseId: string },
  lapsesAt: number | null,
): Promise<void> {
  for (const { id, storeKey, changesetKey } of await reopenOfCall(tx, call, lapsesAt)) {
    await addReviewEvent(tx, { storeKey, type: 'proposal.created', subject: id })
    await noteCompletion(tx, changesetKey)
    await followOpenWork(tx, changesetKey)
    tx.touch(storeKey)
  }
}

function complete(
  tx: WriteSql,
  which: CompletedProposals,
  row: CompletionRow,
): Promise<CompletedRow[]> {
  if ('proposalId' in which) return completeById(tx, which.proposalId, row)
  const { sessionId, toolUseId } = which
  return toolUseId === undefined
    ? completeOfSession(tx, sessionId, row)
    : completeOfCall(tx, { sessionId, toolUseId }, row)
}

function proposalOf(row: ProposalRow): Proposal {
  const { id, storeId, changesetId, sessionId, toolUseId, kind, path, state } = row
  const { createdAt, lapsesAt, rule, policyRevision, decidedAt, deciderType, deciderId } = row
  return {
    id,
    storeId,
    changesetId,
    sessionId,
    toolUseId,
    actor: { type: row.actorType, id: row.actorId },
    kind,
    path,
    state,
    createdAt,
    lapsesAt,
    rule: rule === null ? null : { id: rule, revision: policyRevision ?? 0 },
    isUnscanned: row.isUnscanned === 1,
    decidedAt,
    decidedBy:
      deciderType !== null && deciderId !== null ? { type: deciderType, id: deciderId } : null,
    message: row.message,
    isEdited: row.isEdited === 1,
  }
}
