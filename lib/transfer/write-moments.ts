import { db, padded, type Tx } from '@/lib/db'
import { keyedHash } from '@/lib/db/fingerprint-key'
import { refuseStopped, type Running } from '@/lib/jobs/jobs'
import { isRefusal } from '@/lib/refusal'
import { type Actor, type Cause, isOfAny } from '@/lib/store/model/actor'
import type { Step } from '@/lib/store/plan/plan'
import { type AppliedStep, applySteps } from '@/lib/store/plan/steps'
import { type Change, change, type ChangeOptions, type NewBatch } from '@/lib/store/write/change'
import { isId } from '@/lib/text/ids'
import { chunked } from '@/lib/text/lists'
import type { PlannedMoment } from './plan'
import type { Op } from './replay'
import type { Base } from './drafts'
import type { Moment } from './source'

/** The writing of a seeding, and how far it is. */
export interface Writing {
  storeId: string
  seedId: string
  jobId: string
  cause: Cause
  running: Running
  /** by a row of the plan, with what code the store refused it */
  refusals: Map<string, string>
  /** the rows of the plan whose operations are still to be written, one for each */
  pending: string[]
  /** how many are written */
  versions: number
  /** how many that have a time are taken */
  moments: number
  /** how many are saved */
  tests: number
  /** the first that was made */
  batchId: string | null
}

const MEMORIES_A_TRANSACTION = 50

/**
 * Writes moments one after another, in transactions of some memories, with what the source has of them.
 * One of at most 50 memories is there whole or not at all.
 */
export async function writeMoments(
  writing: Writing,
  moments: readonly PlannedMoment[],
): Promise<void> {
  const { running, cause } = writing
  const total = moments.reduce((sum, { ops }) => sum + ops.length, 0)
  let done = 0
  for (const { moment, ops } of moments) {
    const { at, name = null } = moment
    const { actor = cause.actor, author } = writerOf(moment)
    let batch: Wording['batch'] = ops.some(isWriting) ? batchOf(moment) : undefined
    const wording = { cause: await causeOf(writing, actor, moment), author, ...(at && { at }) }
    const transactions = ops.length === 0 && name !== null ? [[]] : inTransactions(ops)
    for (const [index, some] of transactions.entries()) {
      const isLast = index === transactions.length - 1
      const last: Wording = { ...wording, batch, name: isLast ? name : null }
      batch = (await writeTogether(writing, some, last)) ?? batch
      writing.pending.splice(0, some.length)
      await running.report('writing', (done += some.length), total)
    }
    writing.moments += Number(at !== undefined)
  }
}

/** Returns whether an operation is more than noted. */
const isWriting = ({ steps }: Op) => steps.length > 0

/** Memories that come to a path which another one leaves go together with all that move. */
function inTransactions(ops: readonly Op[]): Op[][] {
  const left = new Set(
    ops.flatMap(({ steps }) => steps.flatMap((step) => (step.op === 'rename' ? step.from : []))),
  )
  return ops.some(({ path }) => left.has(path))
    ? [[...ops]]
    : [...chunked(ops, MEMORIES_A_TRANSACTION)]
}

/** A moment of an export of ours without a batch was a change by itself. */
function batchOf({ actor, at, batchKind, message, reference }: Moment): NewBatch | undefined {
  if (batchKind === undefined && actor) return undefined
  const kind = batchKind ?? (at ? 'commit' : 'seed')
  return { kind, message: message ?? null, reference: reference ?? null }
}

/** A person or a script brings a moment in, so it is nobody's to review. */
async function causeOf(
  { storeId }: Writing,
  actor: Actor,
  { sessionId = null, toolUseId = null }: Partial<Cause>,
): Promise<Cause> {
  // Of a session that works with this very store, what others say of it is no change of it.
  const isOurs =
    sessionId !== null && (await db.sessionStore.count({ where: { sessionId, storeId } })) > 0
  return { actor, isAgent: false, sessionId: isOurs ? null : sessionId, toolUseId }
}

/**
 * Who wrote a moment, with the name to know them by. What others call their actors is a name; the id
 * that it gets is always the same, and tells nothing of it once it is redacted.
 */
function writerOf({ actor, author }: Moment): { actor?: Actor; author?: string | undefined } {
  if (actor && (isId(actor.id) || isOfAny(actor))) return { actor, author }
  const name = author ?? actor?.id
  if (name === undefined) return {}
  const digits = keyedHash(`author ${actor?.id ?? name}`)
    .replaceAll('0', 'z')
    .slice(0, 24)
  return { actor: { type: actor?.type ?? 'user', id: `author_${digits}` }, author: name }
}

/** How a transaction is written. `name`: of a moment that is taken whole once this is there. */
interface Wording extends Pick<ChangeOptions, 'at' | 'batch'> {
  cause: Cause
  /** the actor's name, unless it has one */
  author: string | undefined
  name: string | null
}

/** What the whole seeding cannot survive. */
const FATAL = new Set(['store_not_found', 'store_archived', 'run_lost', 'database_fault'])

/** Writes together what the store takes; its batch, null: it has none. */
async function writeTogether(
  writing: Writing,
  ops: readonly Op[],
  wording: Wording,
): Promise<string | null> {
  try {
    return await transact(writing, ops, wording)
  } catch (error) {
    if (!isRefusal(error) || FATAL.has(error.code)) throw error
    const { path } = error.facts
    const isIt = (step: Step) => step.path === path || (step.op === 'rename' && step.from === path)
    // A limit is that of the last one.
    const refused = ops.find(({ steps }) => steps.some(isIt)) ?? ops.at(-1)
    if (!refused) throw error
    writing.refusals.set(refused.row, error.code)
    const others = ops.filter((op) => op !== refused)
    const batch = others.length > 0 ? wording.batch : undefined
    return writeTogether(writing, others, { ...wording, batch })
  }
}

async function transact(
  writing: Writing,
  ops: readonly Op[],
  { cause, author, at, batch, name }: Wording,
): Promise<string | null> {
  const { storeId, seedId, jobId } = writing
  const job = async (c: Change) => {
    if (author !== undefined) await introduce(c, cause.actor, author)
    const steps: (readonly Step[])[] = []
    for (const op of ops) steps.push(await stepsOf(c, op))
    const applied = await applySteps(c, steps.flat())
    const ofOps = steps.map(({ length }) => applied.splice(0, length))
    await noteBases(c.tx, seedId, ops, ofOps)
    if (name) await c.tx.seed.update({ where: { id: seedId }, data: { reference: name } })
    // Else this process could go on after it stood still, and a redaction did not wait for it.
    await refuseStopped(c.tx, jobId)
    return { ofOps, batchId: c.batchId }
  }
  const isLong = ops.length > MEMORIES_A_TRANSACTION
  const options = { isLong, ...(at && { at }), ...(batch && { batch }) }
  const { ofOps, batchId } = await change(storeId, cause, job, options)
  writing.versions += ofOps.flat().filter(({ isWritten }) => isWritten).length
  writing.batchId ??= batchId
  return batchId
}

/** Names an actor that has no name yet. */
async function introduce({ tx, now }: Change, { id }: Actor, name: string): Promise<void> {
  const create = { id, name, firstAt: now, lastAt: now }
  await tx.actor.upsert({ where: { id }, create, update: {}, select: { id: true } })
}

/** The steps of an operation; a memory that comes back is a new one if nobody can tell which it was. */
async function stepsOf({ tx, store }: Change, { steps, made }: Op): Promise<readonly Step[]> {
  const [step] = steps
  if (step?.op !== 'revive') return steps
  const { path, content } = step
  const created = await tx.version.findFirst({
    where: {
      storeId: store.id,
      operation: 'created',
      path: made?.path ?? null,
      ...(made?.at && { createdAt: made.at }),
      memory: { path: null },
    },
    orderBy: { sequence: 'desc' },
    select: { memoryId: true },
  })
  return created
    ? [{ op: 'revive', memoryId: created.memoryId, path, content }]
    : [{ op: 'write', path, content, expected: null }]
}

/** Notes what the source has at each path after this, with which the next seeding compares. */
async function noteBases(
  tx: Tx,
  seedId: string,
  ops: readonly Op[],
  applied: readonly AppliedStep[][],
): Promise<void> {
  const bases = new Map<string, { row: string; base: Base | null }>()
  for (const [index, { row, path, steps, sha256, noted }] of ops.entries()) {
    const left = steps.flatMap((step) => (step.op === 'rename' ? step.from : []))
    for (const gone of sha256 === null ? [...left, path] : left) {
      // Paths may have been swapped: another memory may have come to it.
      if ((bases.get(gone)?.row ?? row) === row) bases.set(gone, { row, base: null })
    }
    const versionId = noted ?? applied[index]?.[0]?.versionId
    if (sha256 !== null && versionId) bases.set(path, { row, base: { sha256, versionId } })
  }
  if (bases.size === 0) return
  await tx.seedEntry.deleteMany({ where: { seedId, path: { in: padded([...bases.keys()]) } } })
  const data = [...bases].flatMap(([path, { base }]) => (base ? [{ seedId, path, ...base }] : []))
  await tx.seedEntry.createMany({ data })
}
