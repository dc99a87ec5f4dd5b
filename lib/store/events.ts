import { db, padded, type Reader } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import { follow } from '@/lib/live/live'
import { perProcess, together } from '@/lib/per-process'
import { isRefusal, Refusal, unlessRefused } from '@/lib/refusal'
import { type Actor, actorOf, type DoneBy } from './model/actor'
import type { Version } from './model/model'
import { getStore } from './stores'
import type { EventType } from './write/change'

/** A numbered step of a store, as its stream tells of it. */
export interface StoreEvent {
  storeId: string
  sequence: number
  /** the wire's word */
  type: `memory.${Version['operation']}` | Exclude<EventType, 'moment' | 'rules'>
  createdAt: Date
  actor: Actor
  sessionId: string | null
  batchId: string | null
  /** the version that was written, redacted or rewritten; null: it is about the store */
  version: Version | null
}

/**
 * The steps of a store after a number, oldest first, without gaps; named moments are none. Refuses
 * `store_not_found`, and `cursor_ahead` for a number that the store has not reached: it is another
 * store's, or a backup was restored.
 */
export async function readEvents(
  storeId: string,
  after: number,
  limit: number,
): Promise<StoreEvent[]> {
  const { lastSequence } = await getStore(storeId)
  refuseAhead(after, lastSequence)
  // Up to what was there before both were read: else one could have a number that the other lacks.
  const where = { storeId, sequence: { gt: after, lte: lastSequence } }
  const order = { orderBy: { sequence: 'asc' as const }, take: limit }
  const [versions, events] = await Promise.all([
    db.version.findMany({ where, ...order }),
    db.event.findMany({ where: { ...where, type: { not: 'moment' } }, ...order }),
  ])
  const about = await rowsOf(
    events.flatMap(({ subjectId }) => subjectId ?? []),
    (some) => db.version.findMany({ where: { id: { in: some } } }),
  )
  const subjects = new Map(about.map((row) => [row.id, row]))
  const steps = [
    ...versions.map((version) => stepOf(version, `memory.${version.operation}`, version)),
    ...events.map((event) => {
      const { type, subjectId, actorType, actorId } = event
      const row = { ...event, sessionId: actorType === 'session' ? actorId : null, batchId: null }
      return stepOf(row, typeOf(type as EventType), subjects.get(subjectId ?? '') ?? null)
    }),
  ]
  return steps.sort((one, other) => one.sequence - other.sequence).slice(0, limit)
}

type Row = Omit<StoreEvent, 'type' | 'actor' | 'version'> & DoneBy

function stepOf(row: Row, type: StoreEvent['type'], version: Version | null): StoreEvent {
  const { storeId, sequence, createdAt, sessionId, batchId } = row
  return { storeId, sequence, type, createdAt, actor: actorOf(row), sessionId, batchId, version }
}

const typeOf = (type: EventType) =>
  (type === 'rules' ? 'memory_store.updated' : type) as Exclude<EventType, 'moment' | 'rules'>

/** How often something was redacted in these stores. */
export const countRedactions = (
  storeIds: readonly string[],
  reader: Reader = db,
): Promise<number> =>
  reader.event.count({ where: { storeId: { in: padded(storeIds) }, type: { in: [...REDACTED] } } })

const REDACTED = ['memory_version.redacted', 'memory_versions.rewritten'] satisfies EventType[]

/** Refuses `cursor_ahead`. */
export function refuseAhead(after: number, lastSequence: number, of = 'store'): void {
  if (after <= lastSequence) return
  throw new Refusal(
    'cursor_ahead',
    `after: ${after} is ahead of this ${of}, which is at ${lastSequence}; read it anew`,
    { after, last_sequence: lastSequence },
  )
}

const EVENTS_A_PAGE = 200

/** Pages that are being read, for all who were woken by the same news at the same place. */
const reading = perProcess('pages of events', () => new Map<string, Promise<StoreEvent[]>>())

function readTogether(storeId: string, after: number, heard: number): Promise<StoreEvent[]> {
  const key = `${storeId} ${after} ${heard}`
  return together(reading, key, () => readEvents(storeId, after, EVENTS_A_PAGE))
}

/** The steps of a store after a number and up to another, oldest first; none of a store that is gone. */
export async function eventsAfter(
  storeId: string,
  after: number,
  last: number,
): Promise<StoreEvent[]> {
  const steps: StoreEvent[] = []
  for (let through = after; through < last;) {
    const page = await unlessRefused(readTogether(storeId, through, last))
    const step = page?.at(-1)
    if (!page || !step) break
    steps.push(...page.filter(({ sequence }) => sequence <= last))
    through = step.sequence
  }
  return steps
}

/**
 * Every step of a store after a number, each once and in order, until the signal is aborted or the
 * store is deleted. Never reads ahead of who takes them. Refuses as `readEvents` does.
 */
export async function* followEvents(
  storeId: string,
  after: number,
  signal: AbortSignal,
): AsyncGenerator<StoreEvent> {
  let through = after
  let isBegun = false
  for await (const { sequence } of follow([`store:${storeId}`], signal)) {
    for (let isAtEnd = false; !isAtEnd && !signal.aborted;) {
      const page = await readTogether(storeId, through, sequence).catch((error: unknown) => {
        // Once followed, a store that is gone is the end.
        if (isRefusal(error) && error.code === 'store_not_found' && isBegun) return null
        throw error
      })
      if (!page) return
      isBegun = true
      for (const event of page) {
        yield event
        through = event.sequence
      }
      isAtEnd = page.length < EVENTS_A_PAGE
    }
  }
}
