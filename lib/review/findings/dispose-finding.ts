import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { SCAN_RULES, type ScanRule } from '@/lib/scan/rules'
import { addReviewEvent } from '@/lib/store/events/review-events'
import type { Actor } from '@/lib/store/model/actor'
import { newId } from '@/lib/text/prefixed-id'
import { judgeHunksAnew } from '../hunks/judge-hunks'
import type { Disposition, Finding, FindingStatus, FindingException } from '../model/finding'
import { refuseReview } from '../model/review-problems'
import { getFinding } from './read-findings'

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

interface Row {
  key: number
  store_key: number
  memory_key: number
  memory_id: string
  found_sequence: number
  fixed_sequence: number | null
  rule: string
  path: string | null
  status: FindingStatus
  actor_type: string | null
  actor_id: string | null
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
    const row = await findingOf(tx, storeId, findingId)
    if (!row) return refuseReview({ kind: 'finding_not_found', findingId })
    if (row.fixed_sequence !== null) refuseReview({ kind: 'finding_fixed', findingId })
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
    await judgeHunksAnew(tx, { memoryKey: row.memory_key, now })
    await addReviewEvent(tx, {
      storeKey: row.store_key,
      type: 'findings.updated',
      subject: row.memory_id,
    })
    tx.touch(row.store_key)
  })
  return getFinding(db, { storeId, findingId })
}

function findingOf(tx: WriteSql, storeId: string, findingId: string): Promise<Row | undefined> {
  return tx.get<Row>(
    `SELECT f.key, f.store_key, f.memory_key, m.id AS memory_id, f.found_sequence, f.fixed_sequence, f.rule, m.path,
       f.status, f.actor_type, f.actor_id
     FROM findings f JOIN memory_stores s ON s.key = f.store_key
       JOIN memories m ON m.key = f.memory_key
     WHERE f.id = ? AND s.id = ? AND s.deleted_at IS NULL ${tx.forUpdate && 'FOR UPDATE OF f'}`,
    [findingId, storeId],
  )
}

/** To say otherwise than somebody else, a reviewer first opens it again, and so has read why. */
function isJudgedByOthers(row: Row, status: Disposition, reviewer: Actor): boolean {
  const isDisposed = row.status === 'false_positive' || row.status === 'accepted_risk'
  const isOwn = row.actor_type === reviewer.type && row.actor_id === reviewer.id
  return isDisposed && !isOwn && status !== 'open' && status !== row.status
}

/** Whether a key wrote what a finding was found in: its version, or another of its changeset. */
async function hasWritten(tx: WriteSql, row: Row, reviewer: Actor): Promise<boolean> {
  if (reviewer.type !== 'api_key') return false
  const own = await tx.get(
    `SELECT 1 FROM memory_versions v WHERE v.store_key = ? AND v.sequence = ? AND (
       (v.actor_type = ? AND v.actor_id = ?) OR EXISTS (
         SELECT 1 FROM memory_versions o WHERE o.changeset_key = v.changeset_key
           AND o.actor_type = ? AND o.actor_id = ?))`,
    [row.store_key, row.found_sequence, ...twice([reviewer.type, reviewer.id])],
  )
  return own !== undefined
}

const twice = <Item>(items: readonly Item[]): Item[] => [...items, ...items]

async function dispose(
  tx: WriteSql,
  key: number,
  { status, reason, reviewer, now }: DisposeFindingInput & { status: Disposition; now: number },
): Promise<void> {
  const isOpen = status === 'open'
  await tx.run(
    `UPDATE findings SET status = ?, reason = ?, actor_type = ?, actor_id = ?, decided_at = ?
     WHERE key = ?`,
    [
      status,
      isOpen ? null : (reason ?? null),
      isOpen ? null : reviewer.type,
      isOpen ? null : reviewer.id,
      isOpen ? null : now,
      key,
    ],
  )
}

/** Of two for one path the later made holds. */
async function except(
  tx: WriteSql,
  { store_key, rule, path }: Row,
  { reviewer, endsAt, now }: { reviewer: Actor; endsAt: number; now: number },
): Promise<void> {
  if (path === null) return
  await tx.run(
    `INSERT INTO finding_exceptions (id, store_key, rule, path, ends_at, actor_type, actor_id,
       created_at) VALUES (?, ?, ?, ?, ?, ?, ?, ?)
     ON CONFLICT (store_key, rule, path) DO UPDATE SET ends_at = excluded.ends_at,
       actor_type = excluded.actor_type, actor_id = excluded.actor_id,
       created_at = excluded.created_at`,
    [newId('fexc', now), store_key, rule, path, endsAt, reviewer.type, reviewer.id, now],
  )
}

/**
 * What is not reported in a store, and what is again since `endedSince`, so that no exception ends
 * unnoticed: those that end last come first.
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
      await judgeHunksAnew(tx, { memoryKey: found.key, now })
      await addReviewEvent(tx, { storeKey, type: 'findings.updated', subject: found.id })
    }
    tx.touch(storeKey)
  })
}
