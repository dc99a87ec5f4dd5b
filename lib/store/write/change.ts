import { setTimeout as sleep } from 'node:timers/promises'
import { database, isMissing, type Tx, write } from '@/lib/db'
import { refuseLost } from '@/lib/db/lease'
import { perProcess } from '@/lib/per-process'
import { tell } from '@/lib/live/live'
import { newId } from '@/lib/text/ids'
import { type Actor, byActor, type Cause } from '../model/actor'
import type { TextMask } from '@/lib/scan/masked'
import { type Growth, pastLimit } from '../model/limits'
import { asStore, type Store } from '../model/model'
import { storeArchived, storeNotFound } from '../model/problems'
import { HeldByRules, keptForPerson, NeedsScan, Scans } from './judging'

/**
 * The one way to change a store. Taking the next number of the store's row is at once the lock: who
 * comes second waits there, and then sees what the first has done.
 */
export interface Change {
  tx: Tx
  /** as it is within this change */
  store: Store
  /** the time of all that it writes */
  now: Date
  cause: Cause
  /** null: what it writes belongs to no batch */
  batchId: string | null
  /** The next number of the store. */
  next(): number
  /** what is known of texts that the store's rules are asked about */
  scans: Scans
  /** what was masked in what it writes */
  masks: TextMask[]
  /** Adds to the totals; refuses `limit_reached`. */
  grow(by: Growth): void
  /** A numbered step that is no version. */
  event(event: NewEvent): Promise<void>
  /** Ends the change with this value: nothing of it is kept, and no number is used. */
  nothing(value: unknown): never
}

/**
 * The wire's words for steps that are no versions; `moment`, which is not streamed, and `rules`, whose saving
 * is streamed as `memory_store.updated`.
 */
export type EventType =
  | 'memory_version.redacted'
  | 'memory_version.attributed'
  | 'memory_versions.rewritten'
  | 'memory_store.updated'
  | 'memory_store.archived'
  | 'memory.reviewed'
  | 'held_write.created'
  | 'held_write.settled'
  | 'moment'
  | 'rules'

interface NewEvent {
  type: EventType
  subjectId?: string
  text?: string
  /** who did it, where the change is made in another's name */
  by?: Actor
}

export const BATCH_KINDS = [
  'restore',
  'undo',
  'seed',
  'commit',
  'copy',
  'take_over',
  'move',
  'delete',
  'folder',
  'allow',
  'review',
] as const

export type BatchKind = (typeof BATCH_KINDS)[number]

export interface NewBatch {
  kind: BatchKind
  message?: string | null
  /** what it was made from: a commit, a version, a moment, another store, the batch that it undid */
  reference?: string | null
}

export interface ChangeOptions {
  /** a batch to begin, or the id of one that goes on */
  batch?: NewBatch | string
  /** the time of what is written, of imported histories; now unless given */
  at?: Date
  /** archived stores refuse changes unless this allows them */
  whenArchived?: 'refuse' | 'allow'
  /** stores that are being made or copied are not there yet for others */
  whenHidden?: 'refuse' | 'allow'
  /** a plan of thousands, which may take a minute */
  isLong?: boolean
  /** what the store's rules hold is kept for a person, or only told */
  whenHeld?: 'keep' | 'tell'
}

class NothingToDo extends Error {
  constructor(readonly value: unknown) {
    super('nothing is to be done')
  }
}

/**
 * Changes a store: all that the job does by `tx` is there when this resolves, or nothing is. The job
 * may run again, so it depends on nothing but what it reads through `tx`. News go out afterwards.
 *
 * Refuses `store_not_found`, `store_archived`, `limit_reached`, `run_lost`, and what the job refuses; to
 * agents `held` and `refused_by_rules`.
 */
export async function change<T>(
  storeId: string,
  cause: Cause,
  job: (c: Change) => Promise<T>,
  options: ChangeOptions = {},
): Promise<T> {
  const scans = new Scans()
  const once = () =>
    write(
      async (tx) => {
        const opened = await open(tx, storeId, cause, options, scans)
        const value = await job(opened.change)
        return { value, sequence: await opened.close() }
      },
      { isLong: options.isLong ?? false },
    )
  for (;;) {
    try {
      const done = await inLine(storeId, once)
      tell([{ topic: `store:${storeId}`, sequence: done.sequence }])
      return done.value
    } catch (error) {
      if (error instanceof NothingToDo) return error.value as T
      const isKept = error instanceof HeldByRules && options.whenHeld !== 'tell'
      if (isKept) throw await keptForPerson(storeId, cause, error)
      if (!(error instanceof NeedsScan)) throw error
      await scans.scan()
    }
  }
}

const PATIENCE_MS = 60_000
const lines = perProcess('lines before stores', () => new Map<string, Promise<void>>())

/**
 * Does one change of a store after the other. Who waits for another's within PostgreSQL has one of few
 * connections: nobody could even read. SQLite has a line of its own. Who waits too long meets P2024, `busy`.
 */
async function inLine<T>(storeId: string, work: () => Promise<T>): Promise<T> {
  if (database().kind === 'sqlite') return work()
  const before = lines.get(storeId)
  const mine = before ? patiently(before).then(work) : work()
  const done = Promise.allSettled([before, mine]).then(() => {})
  lines.set(storeId, done)
  void done.then(() => lines.get(storeId) === done && lines.delete(storeId))
  return mine
}

async function patiently(before: Promise<void>): Promise<void> {
  const over = new AbortController()
  const late = sleep(PATIENCE_MS, null, { ref: false, signal: over.signal }).then(() => {
    throw Object.assign(new Error('others are before'), { code: 'P2024' })
  })
  await Promise.race([before, late]).finally(() => over.abort())
}

async function open(tx: Tx, storeId: string, cause: Cause, options: ChangeOptions, scans: Scans) {
  const store = await takeNumber(tx, storeId)
  if (cause.lease !== undefined) await refuseLost(tx, cause.lease)
  if (store.deletedAt && options.whenHidden !== 'allow') throw storeNotFound(storeId)
  if (store.archivedAt && options.whenArchived !== 'allow') throw storeArchived(storeId)
  const now = options.at ?? new Date()
  // How many numbers were used, and what the store grew by.
  let used = 0
  const grown = { memories: 0, bytes: 0 }
  const next = () => store.lastSequence + used++
  const grow = (by: Growth) => {
    grown.memories += by.memories
    grown.bytes += by.bytes
    const refusal = pastLimit(store, grown, by)
    if (refusal) throw refusal
  }
  const batchId = await batchOf(tx, storeId, cause, now, options.batch)
  const event: Change['event'] = (given) =>
    addEvent(tx, { by: cause.actor, ...given, storeId, sequence: next(), now })
  const nothing = (value: unknown): never => {
    throw new NothingToDo(value)
  }
  const close = async () => {
    const more = used - 1
    if (more !== 0 || grown.memories !== 0 || grown.bytes !== 0) {
      await tx.store.update({
        where: { id: storeId },
        data: {
          lastSequence: { increment: more },
          memoryCount: { increment: grown.memories },
          byteSize: { increment: grown.bytes },
        },
        select: { id: true },
      })
    }
    return store.lastSequence + more
  }
  const opened: Change = {
    tx,
    store,
    now,
    cause,
    batchId,
    scans,
    masks: [],
    next,
    grow,
    event,
    nothing,
  }
  return { change: opened, close }
}

interface NumberedEvent extends NewEvent {
  storeId: string
  sequence: number
  by: Actor
  now: Date
}

async function addEvent(tx: Tx, { storeId, sequence, by, now, ...event }: NumberedEvent) {
  const { type, subjectId = null, text = null } = event
  const who = { ...byActor(by), createdAt: now }
  await tx.event.create({
    data: { storeId, sequence, type, subjectId, text, ...who },
    select: { sequence: true },
  })
}

/**
 * A step of a store in a transaction that is none of its changes, as a session's. It takes the next number,
 * and so the lock. Followers see it with their next look.
 */
export async function eventIn(tx: Tx, event: Omit<NumberedEvent, 'sequence'>): Promise<void> {
  const { lastSequence } = await takeNumber(tx, event.storeId)
  await addEvent(tx, { ...event, sequence: lastSequence })
}

/** The first statement of every change: lock and number in one. */
async function takeNumber(tx: Tx, id: string): Promise<Store> {
  try {
    const data = { lastSequence: { increment: 1 } }
    return asStore(await tx.store.update({ where: { id }, data }))
  } catch (error) {
    if (isMissing(error)) throw storeNotFound(id)
    throw error
  }
}

async function batchOf(
  tx: Tx,
  storeId: string,
  { actor }: Cause,
  now: Date,
  batch: NewBatch | string | undefined,
): Promise<string | null> {
  if (batch === undefined || typeof batch === 'string') return batch ?? null
  const { id } = await tx.batch.create({
    data: {
      id: newId('batch', now.getTime()),
      storeId,
      kind: batch.kind,
      message: batch.message ?? null,
      reference: batch.reference ?? null,
      ...byActor(actor),
      createdAt: now,
    },
    select: { id: true },
  })
  return id
}
