import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { SCAN_RULES, type ScanRule } from '@/lib/scan/rules'
import { addReviewEvent } from '@/lib/store/events/review-events'
import type { Actor } from '@/lib/store/model/actor'
import { newId } from '@/lib/text/prefixed-id'
import { rejudgeHunks } from '../hunks/judge-hunks'
import type { Disposition, Finding, FindingException } from '../model/finding'
import { refuseReview } from '../model/review-problems'
import { getFinding } from './read-findings'
import { putException } from './sql/exceptions'
import { type JudgeableRow, lockedFinding, updateJudgement, wroteFound } from './sql/findings'

export interface DisposeFindingInput {
  storeId: string
  findingId: string
  /** `open` takes back what was said; left out: only the exception is made */
  status?: Disposition | undefined
  /** why, in the reviewer's words; an accepted risk has one */
  reason?: string | undefined
  /** the rule is not reported at the memory's path until then; milliseconds since 1970 */
  exceptUntil?: number | undefined
  reviewer: Actor
}

/**
 * Says of a finding that it is a false alarm, or that the risk is taken, or takes that back; and, if
 * asked to, excepts its rule at its path until a time. The hunks that it gave a reason are judged
 * anew.
 *
 * Refuses `finding_not_found`; `finding_fixed` if its lines are gone; `finding_judged` if somebody
 * else said otherwise and it was not opened again since; `own_finding` to a key that wrote what it
 * was found in.
 */
export async function disposeFinding(db: Database, input: DisposeFindingInput): Promise<Finding> {
  const { storeId, findingId, status, reviewer } = input
  const now = Date.now()
  await db.write(async (tx) => {
    const row = await lockedFinding(tx, storeId, findingId)
    if (!row) return refuseReview({ kind: 'finding_not_found', findingId })
    if (row.fixedSequence !== null) refuseReview({ kind: 'finding_fixed', findingId })
    if (await hasWritten(tx, row, reviewer)) refuseReview({ kind: 'own_finding', findingId })
    if (status !== undefined) {
      if (isJudgedByOthers(row, status, reviewer)) {
        refuseReview({ kind: 'finding_judged', findingId })
      }
      await dispose(tx, row.key, { ...input, status, now })
    }
    if (input.exceptUntil !== undefined) {
      await except(tx, row, { reviewer, endsAt: input.exceptUntil, now })
    }
    await rejudgeHunks(tx, { memoryKey: row.memoryKey, now })
    await addReviewEvent(tx, {
      storeKey: row.storeKey,
      type: 'findings.updated',
      subject: row.memoryId,
    })
    tx.touch(row.storeKey)
  })
  return getFinding(db, { storeId, findingId })
}

/**
 * Returns whether somebody else judged the finding otherwise. To disagree, a reviewer first reopens
 * it, and so has read the reason.
 */
function isJudgedByOthers(row: JudgeableRow, status: Disposition, reviewer: Actor): boolean {
  const isDisposed = row.status === 'false_positive' || row.status === 'accepted_risk'
  const isOwn = row.actorType === reviewer.type && row.actorId === reviewer.id
  return isDisposed && !isOwn && status !== 'open' && status !== row.status
}

/**
 * Returns whether a key wrote the version that a finding was found in, or another of its changeset.
 */
async function hasWritten(tx: WriteSql, row: JudgeableRow, reviewer: Actor): Promise<boolean> {
  return reviewer.type === 'api_key' && (await wroteFound(tx, row, reviewer))
}

async function dispose(
  tx: WriteSql,
  key: number,
  { status, reason, reviewer, now }: DisposeFindingInput & { status: Disposition; now: number },
): Promise<void> {
  const isOpen = status === 'open'
  await updateJudgement(tx, {
    key,
    status,
    reason: isOpen ? null : (reason ?? null),
    actorType: isOpen ? null : reviewer.type,
    actorId: isOpen ? null : reviewer.id,
    decidedAt: isOpen ? null : now,
  })
}

async function except(
  tx: WriteSql,
  { storeKey, rule, path }: JudgeableRow,
  { reviewer, endsAt, now }: { reviewer: Actor; endsAt: number; now: number },
): Promise<void> {
  if (path === null) return
  const by = { actorType: reviewer.type, actorId: reviewer.id }
  await putException(tx, {
    id: newId('fexc', now),
    storeKey,
    rule,
    path,
    endsAt,
    ...by,
    createdAt: now,
  })
}

/**
 * Lists a store's exceptions, including those that ended since `endedSince`, so that none ends
 * unnoticed. Those that end last come first.
 */
export async function listExceptions(
  db: Database,
  { storeId, endedSince }: { storeId: string; endedSince: number },
): Promise<FindingException[]> {
  const rows = await db.prisma.findingException.findMany({
    where: { store: { id: storeId, deletedAt: null }, endsAt: { gt: endedSince } },
    orderBy: [{ endsAt: 'desc' }, { key: 'asc' }],
  })
  return rows.flatMap(({ id, rule, path, endsAt, actorType, actorId, createdAt }) =>
    isScanRule(rule)
      ? { id, rule, path, endsAt, by: { type: actorType, id: actorId }, createdAt }
      : [],
  )
}

const isScanRule = (rule: string): rule is ScanRule => rule in SCAN_RULES

/** Ends an exception now: its rule is reported again. Refuses `exception_not_found`. */
export async function endException(
  db: Database,
  { storeId, exceptionId }: { storeId: string; exceptionId: string },
): Promise<void> {
  const now = Date.now()
  await db.write(async (tx) => {
    const { findingException, memory } = tx.prisma
    const row = await findingException.findFirst({
      where: { id: exceptionId, store: { id: storeId, deletedAt: null } },
    })
    if (!row) return refuseReview({ kind: 'exception_not_found', exceptionId })
    const { key, storeKey, path } = row
    await findingException.updateMany({
      where: { key, endsAt: { gt: now } },
      data: { endsAt: now },
    })
    const found = await memory.findFirst({ where: { storeKey, path } })
    if (found) {
      await rejudgeHunks(tx, { memoryKey: found.key, now })
      await addReviewEvent(tx, { storeKey, type: 'findings.updated', subject: found.id })
    }
    tx.touch(storeKey)
  })
}
