import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { newId } from '@/lib/text/prefixed-id'
import type { ChangeKind } from '../model/memory-change'
import { type PolicyStop, StoppedByPolicyError } from '../model/policy-stop'
import {
  type AskedVersion,
  type GuardedVersion,
  type GuardVerdict,
  type KnownFacts,
  writeGuard,
  type WriteOutcome,
} from '../judging/write-guard'
import { answerableFor, isByAgent, type JoiningTransaction } from './join-changeset'
import { type MemoryState, stateOf } from './memory-state'
import { isLive } from './memory-of'
import type { MemoryRow } from './sql/heads'
import { insertOutcome } from './sql/notes'
import { readContent } from '../contents/stored-content'

/** A transaction's questions to its store's policy. */
export interface Judging {
  /** 0: the store has no policy */
  readonly revision: number
  readonly known: KnownFacts
  asked: AskedVersion[]
  stops: Stop[]
}

interface Stop {
  verdict: Extract<GuardVerdict, { kind: 'refuse' | 'hold' }>
  version: GuardedVersion
}

/** The parts of a transaction on a store that judging needs. */
export interface JudgingTransaction extends JoiningTransaction {
  readonly storeId: string
  readonly judging: Judging
}

/** A version as its store's policy has it written. */
export interface JudgedVersion<State extends MemoryState | null> {
  versionId: string
  state: State
  /** whether it joins a changeset, if an agent wrote it */
  isReviewed: boolean
  outcome: WriteOutcome | null
}

export const notJudged = (revision: number, known: KnownFacts = new Map()): Judging => ({
  revision,
  known,
  asked: [],
  stops: [],
})

/**
 * Has a store's policy judge a version that is about to be written. Without a policy this costs
 * nothing. What the policy stops, or must know more about, stops the transaction at its end, when
 * all of its versions are judged.
 */
export async function judgeVersion<State extends MemoryState | null>(
  transaction: JudgingTransaction,
  memory: MemoryRow | null,
  state: State,
): Promise<JudgedVersion<State>> {
  const { judging, sql, now } = transaction
  const versionId = newId('memver', now)
  const free = { versionId, state, isReviewed: true, outcome: null }
  if (judging.revision === 0 || transaction.changeset === null) return free
  const cause = answerableFor(transaction)
  if (cause.isOnDisk || !(await isByAgent(transaction))) return free
  const version = versionOf(transaction, versionId, { memory, state })
  const verdict = await writeGuard().judge(sql, version, judging.known)
  if ('found' in verdict && verdict.found) cause.hears?.(verdict.found)
  if (verdict.kind === 'write') {
    if (verdict.maskedAs.length > 0) cause.masked?.(verdict.maskedAs)
    const masked =
      state && verdict.masked !== null
        ? (stateOf(state.path, verdict.masked, state.superseded) as State)
        : state
    return { versionId, state: masked, isReviewed: verdict.isReviewed, outcome: verdict.outcome }
  }
  if (verdict.kind === 'ask') {
    const beforeText = memory && isLive(memory) ? await textOf(transaction, memory) : null
    judging.asked.push({ ...version, beforeText })
  } else {
    judging.stops.push({ verdict, version })
  }
  return free
}

function versionOf(
  transaction: JudgingTransaction,
  versionId: string,
  { memory, state }: { memory: MemoryRow | null; state: MemoryState | null },
): GuardedVersion {
  const { storeId, storeKey, judging } = transaction
  return {
    storeId,
    storeKey,
    revision: judging.revision,
    cause: answerableFor(transaction),
    now: judgedAt(transaction),
    versionId,
    memoryKey: memory?.key ?? null,
    before: memory && isLive(memory) ? { path: memory.path, sha256: memory.sha256 } : null,
    after: state && { path: state.path, sha256: state.sha256, bytes: state.bytes },
  }
}

/** A rule ends by the clock, not by the time that an import claims. */
export const judgedAt = ({ imported, now }: Pick<JoiningTransaction, 'imported' | 'now'>) =>
  imported?.at ?? now

async function textOf(transaction: JudgingTransaction, memory: MemoryRow): Promise<string> {
  const { sql, storeKey } = transaction
  const bytes = await readContent(sql, storeKey, memory.headSequence)
  return bytes?.toString('utf8') ?? ''
}

/** Thrown to roll back a transaction that its store's policy stops, or must know more about. */
class StoppedByPolicy extends Error {
  override readonly name = 'StoppedByPolicy'

  constructor(readonly judging: Judging) {
    super('stopped by the policy')
  }
}

/** Before the commit: throws if the policy stops the transaction, or must know more. */
export function stopIfJudged(judging: Judging): void {
  if (judging.stops.length > 0 || judging.asked.length > 0) throw new StoppedByPolicy(judging)
}

/**
 * Runs a transaction, and again once what its policy asked for is found out. Throws a
 * `StoppedByPolicyError` if the policy stops it; that is recorded.
 */
export async function underPolicy<T>(
  db: Database,
  attempt: (known: KnownFacts) => Promise<T>,
): Promise<T> {
  for (let known: KnownFacts = new Map(); ;) {
    try {
      return await attempt(known)
    } catch (error) {
      if (!(error instanceof StoppedByPolicy)) throw error
      known = await resolveStop(db, error.judging)
    }
  }
}

async function resolveStop(db: Database, { stops, asked, known }: Judging): Promise<KnownFacts> {
  const stop = stops.find(({ verdict }) => verdict.kind === 'refuse') ?? stops[0]
  const isDecided = stop && (asked.length === 0 || stops.some(isFinal))
  if (!isDecided) return writeGuard().findOut(db, asked, known)
  const refused = await Promise.all(stops.map(refusedWrite))
  await db.write(async (tx) => {
    for (const [at, { version, verdict }] of stops.entries()) {
      await recordOutcome(tx, version, verdict.outcome, { sequence: null, refused: refused[at] })
    }
  })
  throw new StoppedByPolicyError(stopOf(stop), stops.map(stopOf))
}

/** The path and operation of a refused write: of it nothing else is kept. */
export interface RefusedWrite {
  path: string | null
  operation: ChangeKind
}

async function refusedWrite({ verdict, version }: Stop): Promise<RefusedWrite | null> {
  if (verdict.kind !== 'refuse') return null
  const { before, after } = version
  const path = after?.path ?? before?.path ?? ''
  const isKnown = path === before?.path
  return {
    path: isKnown ? path : await writeGuard().keptPath(path),
    operation: operationOf(version),
  }
}

export function operationOf({
  before,
  after,
}: Pick<GuardedVersion, 'before' | 'after'>): ChangeKind {
  if (before && after && before.path !== after.path) return 'renamed'
  if (!before) return 'created'
  return after ? 'modified' : 'deleted'
}

/**
 * Returns whether nothing more is to be found out: what could not be scanned is not waited for
 * again.
 */
const isFinal = ({ verdict }: Stop) => verdict.kind === 'refuse' || verdict.isUnscanned

function stopOf(stop: Stop): PolicyStop {
  const { before, after } = stop.version
  return { problem: problemOf(stop), before: before?.path ?? null, after: after?.path ?? null }
}

function problemOf({ verdict, version }: Stop): PolicyStop['problem'] {
  const { storeId, revision } = version
  const path = (version.after ?? version.before)?.path ?? ''
  const { ruleId } = verdict.outcome
  if (verdict.kind === 'refuse') {
    return { kind: 'refused_by_policy', storeId, path, ruleId, reason: verdict.reason }
  }
  return {
    kind: 'held_by_policy',
    storeId,
    path: version.before?.path ?? path,
    change: operationOf(version),
    ruleId,
    revision,
    lapseAfter: verdict.lapseAfter,
    reason: verdict.reason,
    isUnscanned: verdict.isUnscanned,
  }
}

/** Records what a policy said; `sequence`: of the version that was written, null: none was. */
export async function recordOutcome(
  tx: WriteSql,
  version: Pick<GuardedVersion, 'storeKey' | 'revision' | 'memoryKey' | 'now'>,
  outcome: WriteOutcome,
  {
    sequence,
    refused = null,
  }: { sequence: number | null; refused?: RefusedWrite | null | undefined },
): Promise<void> {
  await insertOutcome(tx, {
    storeKey: version.storeKey,
    revision: version.revision,
    ruleId: outcome.ruleId,
    action: outcome.action,
    isSampled: Number(outcome.isSampled),
    versionSequence: sequence,
    memoryKey: version.memoryKey,
    path: refused?.path ?? null,
    operation: refused?.operation ?? null,
    agent: outcome.agent,
    decidedAt: version.now,
  })
}
