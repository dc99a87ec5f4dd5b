import { db, padded } from '@/lib/db'
import { writersOf } from './actors'
import type { DoneBy } from './model/actor'
import type { EventType } from './write/change'

/** What everybody did in stores, latest first: all that is stored of it, as steps by time. */

export interface AskedLog {
  storeId?: string | undefined
  /** an actor's or a session's id */
  by?: string | undefined
  /** how paths begin; what has no path is left out */
  path?: string | undefined
  /** any other step is left out, and takes no place */
  kind?: 'version'
  from?: Date | undefined
  /** `older` of the page before */
  after?: string | undefined
  limit: number
}

/** Where the log is read on: below a time, and at this time below a number. */
interface Place {
  at: Date
  sequence: number
}

/** A version, an event, or what has no number in its store: as 0 it comes last of its time. */
export interface Step extends Place {
  storeId: string
  kind: 'version' | 'redaction' | 'made' | 'dismissed' | 'asked' | 'closed' | EventType
  /** null: nothing is kept of who it was */
  by: DoneBy | null
  /** of the version, or of what an event is about */
  id: string
  path: string | null
  memoryId: string | null
  batchId: string | null
  /** a moment's name, a rule, what is asked for */
  text: string | null
}

/** Of more than this a reader would wait for the sums. */
const MOST_SUMMED = 5_000

/** How many agents, by their names, changed how many memories since then, and how many people settled; null: that is too much. */
export async function sumsSince(from: Date, storeId: string | undefined) {
  const where = { storeId, createdAt: { gte: from }, store: { deletedAt: null } }
  const take = MOST_SUMMED + 1
  const select = { actorType: true, actorId: true, memoryId: true }
  const [written, settles] = await Promise.all([
    db.version.findMany({ select, take, where: { ...where, side: 'agent' } }),
    db.review.findMany({ select, take, where: { ...where, endedAt: null } }),
  ])
  if (Math.max(written.length, settles.length) > MOST_SUMMED) return null
  const writerOf = await writersOf(written)
  return {
    agents: new Set(written.map((row) => writerOf(row).name ?? row.actorId)).size,
    memories: new Set(written.map(({ memoryId }) => memoryId)).size,
    settled: new Set(settles.map(({ memoryId }) => memoryId)).size,
  }
}

/** After a longer pause somebody has begun something else. */
const MAX_PAUSE_MS = 30 * 60_000

/** What one statement answers, and looks through for it; a page asks so often at most. */
const STEPS_READ = 500
const MOST_STRETCHES = 50

const byPlace = (one: Place, other: Place) => +other.at - +one.at || other.sequence - one.sequence

/**
 * A page of the log: steps that are told as one, which are a batch by one session or none, what one session or actor wrote in a store
 * with nothing between, or another step; newest first. `older` is null at the end. What is written meanwhile
 * neither moves nor repeats what is further back; of what is told as one a part is there only where steps of
 * other stores lie amid it.
 */
export async function readLog(
  asked: AskedLog,
): Promise<{ groups: Step[][]; older: string | null }> {
  const groups: Step[][] = []
  const open = new Map<string, Step[]>()
  let last: Step | undefined
  let place: Place | null = placeIn(asked.after)
  for (let looked = 0; place && looked < MOST_STRETCHES; looked++) {
    const { steps, next } = await stepsBelow(asked, place)
    for (const step of steps) {
      const key = step.batchId ? `${step.batchId} ${step.by?.sessionId ?? ''}` : step.storeId
      const known = open.get(key)
      const group = known && isOne(known.at(-1), step) ? known : []
      // What has one time and one number in several stores stays together.
      const isNext = groups.length >= asked.limit && last && byPlace(last, step) < 0
      if (group.length === 0 && isNext) return { groups, older: cursorOf(last) }
      if (group.length === 0) groups.push(group)
      group.push(step)
      open.set(key, group)
      last = step
    }
    place = next
  }
  return { groups, older: cursorOf(place) }
}

const cursorOf = (place: Place | null = null) => place && `${Number(place.at)}.${place.sequence}`

/** Without a cursor the latest that databases know. */
function placeIn(cursor = '253370764800000.2147483647'): Place {
  const [at = '0', sequence = '0'] = /^\d{1,15}\.\d{1,10}$/.test(cursor) ? cursor.split('.') : []
  return { at: new Date(Number(at)), sequence: Number(sequence) }
}

/** Whether two steps are told as one: nobody did anything between, or they are of one batch. */
function isOne(newer: Step | undefined, older: Step): boolean {
  if (!newer) return false
  // A settle may be undone later, which is told of its batch, too.
  if (older.batchId) return newer.kind === 'version' || +newer.at === +older.at
  return (
    // Acts that are many steps; of any other each is told.
    (newer.kind === 'version' || newer.kind === 'redaction') &&
    newer.kind === older.kind &&
    newer.sequence === older.sequence + 1 &&
    newer.by?.actorId === older.by?.actorId &&
    newer.by?.sessionId === older.by?.sessionId &&
    Math.abs(+newer.at - +older.at) <= MAX_PAUSE_MS
  )
}

/** Who wrote a version is told with it. */
const TOLD = { not: 'memory_version.attributed' }

/** The next steps below a place, latest first, and where to go on; null: there are no more. */
async function stepsBelow(
  { storeId, by, path, kind, from = new Date(0) }: AskedLog,
  place: Place,
): Promise<{ steps: Step[]; next: Place | null }> {
  const asked = {
    where: {
      ...(storeId !== undefined && { storeId }),
      createdAt: { lte: place.at, gte: from },
      OR: [{ createdAt: { lt: place.at } }, { sequence: { lt: place.sequence } }],
    },
    orderBy: [{ createdAt: 'desc' as const }, { sequence: 'desc' as const }],
    take: STEPS_READ,
  }
  const versions = await db.version.findMany(asked)
  const events = await db.event.findMany({ ...asked, where: { ...asked.where, type: TOLD } })
  // Others may have the same time and number in their stores: they come with what follows.
  const [next = null] = [versions, events]
    .flatMap((rows) => (rows.length < STEPS_READ ? [] : (rows.at(-1) ?? [])))
    .map((last) => ({ at: last.createdAt, sequence: last.sequence + 1 }))
    .sort(byPlace)
  const ids = events.flatMap(({ subjectId }) => subjectId ?? [])
  const include = { memory: { select: { path: true } } }
  const redacted = await db.version.findMany({ where: { id: { in: padded(ids) } }, include })
  // What a redaction wrote says by now what the version before it says, and is told by its event.
  const told = new Set(
    redacted.map((row) => [row.memoryId, row.untilSequence, row.sha256, row.path ?? '-'].join()),
  )
  const steps = [
    ...versions.flatMap((row) =>
      told.has([row.memoryId, row.sequence, row.sha256, row.path].join())
        ? []
        : stepOf('version', row.createdAt, row, row),
    ),
    ...events.map(({ type, subjectId, ...row }) => {
      const batchId = type === 'memory.reviewed' ? subjectId : null
      // Of one redaction there is an event for each memory.
      const kind = type.startsWith('memory_version') ? 'redaction' : (type as Step['kind'])
      const path = redacted.find(({ id }) => id === subjectId)?.memory.path ?? null
      return stepOf(kind, row.createdAt, { ...row, id: subjectId ?? '', path, batchId }, row)
    }),
    ...(await unnumbered(storeId, { gte: next?.at ?? from, lte: place.at })),
  ]
  const isMeant = (step: Step) =>
    (by === undefined || [step.by?.actorId, step.by?.sessionId].includes(by)) &&
    (path === undefined || step.path?.startsWith(path)) &&
    (kind === undefined || step.kind === kind) &&
    step.kind !== 'held_write.created' &&
    byPlace(place, step) < 0 &&
    !(next && byPlace(step, next) > 0)
  return { steps: steps.filter(isMeant).sort(byPlace), next }
}

type Row = Pick<Step, 'storeId'> & Partial<Step>

function stepOf(kind: Step['kind'], at: Date, row: Row, by: DoneBy | null): Step {
  const { storeId, sequence = 0, id = '', text = null } = row
  const { path = null, memoryId = null, batchId = null } = row
  return { kind, at, by, storeId, sequence, id, path, memoryId, batchId, text }
}

/** What people did that is no step of a store: so little that all within a time is read. */
async function unnumbered(id: string | undefined, time: { gte: Date; lte: Date }): Promise<Step[]> {
  const where = { ...(id !== undefined && { storeId: id }), createdAt: time }
  const [flags, asked, closed, stores] = await Promise.all([
    db.dismissedFlag.findMany({ where }),
    db.agentRequest.findMany({ where }),
    db.agentRequest.findMany({ where: { storeId: where.storeId, closedAt: time } }),
    db.store.findMany({ where: { id: where.storeId, createdAt: time } }),
  ])
  return [
    ...flags.map(({ storeId, rule: text, ...row }) =>
      stepOf('dismissed', row.createdAt, { storeId, text }, row),
    ),
    ...asked.map((row) => stepOf('asked', row.createdAt, row, row)),
    ...closed.map((row) => stepOf('closed', row.closedAt ?? time.lte, row, null)),
    ...stores.map((row) => stepOf('made', row.createdAt, { storeId: row.id }, null)),
  ]
}
