import { db, padded, type Reader, type Tx } from '@/lib/db'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import type { HeldState } from '@/lib/db/generated/sqlite/enums'
import { Refusal } from '@/lib/refusal'
import type { Reason } from '@/lib/review/judge'
import { type Actor, byActor, SERVER } from '@/lib/store/model/actor'
import type { Page } from '@/lib/store/model/model'
import { checkContent, invalidInput } from '@/lib/store/model/problems'
import type { Step } from '@/lib/store/plan/plan'
import { beyond, pageOf } from '@/lib/store/stores'
import { type Change, eventIn } from '@/lib/store/write/change'
import { newId } from '@/lib/text/ids'

/** Writes of agents that wait for a person: the steps that each is, with what they expect to find. */

/** Why it waits: the store's rules, or its session asks for every write. */
export type HeldReason = Omit<Reason, 'about'> & { about: Reason['about'] | 'session' }

export type HeldWrite = Omit<
  Prisma.HeldWriteGetPayload<object>,
  'steps' | 'reason' | 'actorType' | 'actorId' | 'decidedByType' | 'decidedById'
> & {
  steps: Step[]
  reason: HeldReason
  writer: Actor
  decidedBy: Actor | null
}

type Row = Prisma.HeldWriteGetPayload<object>

function asHeld({ actorType, actorId, decidedByType, decidedById, ...row }: Row): HeldWrite {
  return {
    ...row,
    steps: row.steps as unknown as Step[],
    reason: row.reason as unknown as HeldReason,
    writer: { type: actorType, id: actorId },
    decidedBy: decidedByType && { type: decidedByType, id: decidedById ?? '' },
  }
}

export interface NewHeld {
  /** given away before, as in the call that waits */
  id?: string
  storeId: string
  sessionId: string | null
  toolUseId: string | null
  steps: readonly Step[]
  /** of a place in a text, beside which other edits wait */
  isEdit?: boolean | undefined
  reason: HeldReason
  writer: Actor
  client?: string | null
  /** null: it waits without end */
  lapsesAt: Date | null
}

/**
 * In what held writes change: a change of their store, which numbers what its followers hear, or any other
 * transaction, as a session's.
 */
type Within = Pick<Change, 'tx' | 'now'> & Partial<Pick<Change, 'event'>>

type Told = Pick<HeldWrite, 'id' | 'storeId'>

async function tellOf(
  { tx, now, event }: Within,
  type: 'held_write.created' | 'held_write.settled',
  { id: subjectId, storeId }: Told,
  by: Actor,
): Promise<void> {
  if (event) return event({ type, subjectId, by })
  return eventIn(tx, { type, subjectId, by, storeId, now })
}

const MOST_WAITING = 1_000
const MOST_MEMORIES = 500

/** Whether a store takes one more of so many memories; past that a write is refused. */
export async function mayBeHeld(tx: Tx, storeId: string, steps: readonly Step[]): Promise<boolean> {
  if (steps.length > MOST_MEMORIES) return false
  return (await tx.heldWrite.count({ where: { storeId, state: 'waiting' } })) < MOST_WAITING
}

/**
 * Keeps a write. The same one asked for again is the one that waits already; a whole text replaces one
 * of the same agent that waits at the same path.
 */
export async function keepHeld(c: Within, held: NewHeld): Promise<HeldWrite> {
  const { storeId, sessionId, toolUseId, steps, writer, client = null, lapsesAt } = held
  const path = steps[0]?.path ?? ''
  // Agents without a key of their own are told apart by the sessions that they name.
  const isOwn = sessionId === null ? {} : { OR: [{ sessionId }, { sessionId: null }] }
  const own = { storeId, path, state: 'waiting', actorId: writer.id, ...isOwn } as const
  // A session's calls each have an answer of their own.
  const before = toolUseId === null ? await c.tx.heldWrite.findMany({ where: own }) : []
  const same = before.find((row) => JSON.stringify(row.steps) === JSON.stringify(steps))
  if (same) return asHeld(same)
  if (!held.isEdit && isWholeText(steps) && before.length > 0) {
    await withdraw(c, { id: { in: before.map(({ id }) => id) } }, writer)
  }
  const row = await c.tx.heldWrite.create({
    data: {
      id: held.id ?? newId('held', c.now.getTime()),
      storeId,
      sessionId,
      toolUseId,
      path,
      client,
      lapsesAt,
      steps: [...steps],
      reason: { ...held.reason },
      ...byActor(writer),
      createdAt: c.now,
      // Its answer tells of it.
      toldAt: toolUseId === null ? null : c.now,
    },
  })
  await tellOf(c, 'held_write.created', row, writer)
  return asHeld(row)
}

const isWholeText = ([step, ...more]: readonly Step[]) => step?.op === 'write' && more.length === 0

/** Takes back what waits, since nobody waits for it any more. */
export async function withdraw(
  c: Within,
  where: Prisma.HeldWriteWhereInput,
  by: Actor = SERVER,
): Promise<void> {
  const rows = await c.tx.heldWrite.findMany({
    where: { ...where, state: 'waiting' },
    select: { id: true, storeId: true },
    orderBy: { storeId: 'asc' },
  })
  for (const row of rows) {
    if (await settled(c, row.id, { state: 'withdrawn' })) {
      await tellOf(c, 'held_write.settled', row, by)
    }
  }
}

async function settled(
  { tx, now }: Within,
  id: string,
  data: Prisma.HeldWriteUpdateManyMutationInput,
): Promise<boolean> {
  const where = { id, state: 'waiting' } as const
  return (await tx.heldWrite.updateMany({ where, data: { ...data, decidedAt: now } })).count > 0
}

export interface Decision {
  state: Exclude<HeldState, 'waiting' | 'withdrawn'>
  /** of a denial, to the agent */
  message?: string | null
  /** the person's text lands in place of the agent's */
  isEdited?: boolean
  by: Actor
}

const MAX_MESSAGE = 1_000

/** Decides one that waits. Refuses `not_waiting` where somebody did already, `invalid_input`. */
export async function decideHeld(c: Within, held: Told, decision: Decision): Promise<void> {
  const { state, message = null, isEdited = false, by } = decision
  if (message !== null) checkContent(message, 'message')
  if (message !== null && [...message].length > MAX_MESSAGE) {
    throw invalidInput('message', `must be at most ${MAX_MESSAGE} characters`)
  }
  const decidedBy = { decidedByType: by.type, decidedById: by.id }
  if (!(await settled(c, held.id, { state, message, isEdited, ...decidedBy }))) {
    throw notWaiting(held.id)
  }
  await tellOf(c, 'held_write.settled', held, by)
}

/** A held write. Refuses `held_not_found`. */
export async function getHeld(id: string): Promise<HeldWrite> {
  const row = await db.heldWrite.findUnique({ where: { id } })
  if (!row) throw heldNotFound(id)
  return asHeld(row)
}

/** Those of a session's calls, in their order. */
export async function heldOfCalls(
  toolUseIds: readonly string[],
  client: Pick<Reader, 'heldWrite'> = db,
): Promise<HeldWrite[]> {
  if (toolUseIds.length === 0) return []
  const where = { toolUseId: { in: [...toolUseIds] } }
  const rows = await client.heldWrite.findMany({ where })
  const held = new Map(rows.map((row) => [row.toolUseId ?? '', asHeld(row)]))
  return toolUseIds.flatMap((id) => held.get(id) ?? [])
}

/** Those whose time is over, the oldest first. */
export async function overdueHeld(now: Date): Promise<HeldWrite[]> {
  const rows = await db.heldWrite.findMany({
    where: { state: 'waiting', lapsesAt: { lte: now } },
    orderBy: { lapsesAt: 'asc' },
    take: 1_000,
  })
  return rows.map(asHeld)
}

/** A held write without what it would do. */
export type WaitingWrite = Omit<HeldWrite, 'steps'>

/** All that wait, in these stores or in all, the next to lapse first. */
export async function waitingHeld(storeIds?: readonly string[]): Promise<WaitingWrite[]> {
  const rows = await db.heldWrite.findMany({
    where: {
      state: 'waiting',
      store: { deletedAt: null },
      ...(storeIds && { storeId: { in: [...storeIds] } }),
    },
    orderBy: [{ lapsesAt: { sort: 'asc', nulls: 'last' } }, { createdAt: 'asc' }, { id: 'asc' }],
    omit: { steps: true },
  })
  return rows.map((row) => {
    const { steps: _, ...held } = asHeld({ ...row, steps: [] })
    return held
  })
}

/** What a write that waits would do, and to how many memories. */
export interface Wanted {
  does: 'create' | 'change' | 'rename' | 'delete'
  count: number
}

/** Tells of these what they would do: their texts are read for it, so only of few. */
export async function wantedOf(ids: readonly string[]): Promise<ReadonlyMap<string, Wanted>> {
  const where = { id: { in: padded(ids) } }
  const rows = await db.heldWrite.findMany({ where, select: { id: true, steps: true } })
  return new Map(rows.map(({ id, steps }) => [id, wantedBy(steps as unknown as Step[])]))
}

function wantedBy(steps: readonly Step[]): Wanted {
  const [step, ...others] = steps
  const isNew = step?.op === 'revive' || (step?.op === 'write' && step.expected === null)
  const does = isNew ? 'create' : step?.op === 'write' ? 'change' : (step?.op ?? 'change')
  return { does: others.some(({ op }) => op !== step?.op) ? 'change' : does, count: steps.length }
}

/** A store's held writes, newest first. */
export async function listHeld(list: {
  storeId: string
  state?: HeldState | undefined
  after?: string | undefined
  limit: number
}): Promise<Page<HeldWrite>> {
  const { storeId, state, after, limit } = list
  const rows = await db.heldWrite.findMany({
    where: { storeId, ...(state && { state }), ...beyond(after, 'desc') },
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take: limit + 1,
  })
  return pageOf(rows.map(asHeld), limit)
}

export const heldNotFound = (id: string) =>
  new Refusal('held_not_found', `There is no held write ${id} here.`, { held_id: id })

export const notWaiting = (id: string) =>
  new Refusal('not_waiting', `The held write ${id} waits no more: it was decided.`, { held_id: id })
