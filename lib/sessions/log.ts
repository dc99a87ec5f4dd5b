import { db, isMissing, type Reader, type Tx, write } from '@/lib/db'
import { Prisma } from '@/lib/db/generated/sqlite/client'
import { endLease, leaseIn } from '@/lib/db/lease'
import { pagesOf } from '@/lib/db/many'
import { tell } from '@/lib/live/live'
import { newId } from '@/lib/text/ids'
import { isCounted } from './context'
import {
  contextOf,
  type EventBody,
  type EventType,
  type ModelUsage,
  type NewEvent,
  type QueuedMessage,
  type SessionEvent,
  sumOfUsage,
  textOf,
} from './event'
import { sumOfParts } from './parts'
import { runLost, sessionArchived, sessionNotFound } from './sessions'
import { asSession, type Session, WITH_STORES } from './sessions'

/**
 * The log of a session and its one writer. Status, stop reason, usage and title of the row are what the
 * log says, folded in when it is written.
 */

export const leaseOf = (sessionId: string) => `session:${sessionId}`

/** A change of one session: all that it appends and sets is there at its end, or nothing is. */
export interface SessionChange {
  tx: Tx
  /** as it is within this change; its row is locked */
  session: Session
  /** who runs it: this process, another one, or nobody */
  runner: 'ours' | 'others' | 'free'
  now: Date
  append(...events: NewEvent[]): SessionEvent[]
  /** what was appended so far */
  readonly pending: readonly SessionEvent[]
  /** fields of the row that the log does not say */
  set(
    fields: Partial<Pick<Session, 'title' | 'settings' | 'metadata' | 'queue' | 'archivedAt'>>,
  ): void
  /** ends this process's run together with what is written */
  release(): Promise<void>
}

interface Options {
  /** only whoever runs it may: refuses `run_lost` to anybody else */
  asRunner?: true
  /** archived sessions take no change unless this allows it */
  whenArchived?: 'refuse' | 'allow'
}

/**
 * Changes a session in one transaction. The row is locked first, then stores in the order of their ids.
 * Refuses `session_not_found`, `session_archived`, `run_lost`, and what the job refuses.
 */
export async function changeSession<T>(
  id: string,
  job: (c: SessionChange) => Promise<T> | T,
  { asRunner, whenArchived = asRunner ? 'allow' : 'refuse' }: Options = {},
): Promise<T> {
  const { value, at } = await write(async (tx) => {
    const session = await locked(tx, id)
    if (session.archivedAt && whenArchived === 'refuse') throw sessionArchived(id)
    const runner = await leaseIn(tx, leaseOf(id))
    if (asRunner && runner !== 'ours') throw runLost(id)
    const opened = new Opened(tx, session, runner)
    return { value: await job(opened), at: await opened.close() }
  })
  if (at !== null) {
    tell([
      { topic: `session:${id}`, sequence: at },
      { topic: 'sessions', sequence: at },
    ])
  }
  return value
}

async function locked(tx: Tx, id: string): Promise<Session> {
  try {
    // An update takes the row's lock, also where it changes nothing.
    const data = { lastSequence: { increment: 0 } }
    return asSession(await tx.session.update({ where: { id }, data, include: WITH_STORES }))
  } catch (error) {
    if (isMissing(error)) throw sessionNotFound(id)
    throw error
  }
}

class Opened implements SessionChange {
  readonly now: Date
  readonly pending: SessionEvent[] = []
  private isChanged = false

  constructor(
    readonly tx: Tx,
    readonly session: Session,
    readonly runner: SessionChange['runner'],
  ) {
    // Each change has a time of its own, by which followers know that there is news.
    this.now = new Date(Math.max(Date.now(), session.updatedAt.getTime() + 1))
  }

  append(...events: NewEvent[]): SessionEvent[] {
    const stored = events.map((event): SessionEvent => {
      const { id = newId('sevt', this.now.getTime()), ...body } = event
      this.session.lastSequence++
      const place = { id, sequence: this.session.lastSequence }
      return { ...body, ...place, processed_at: this.now.toISOString() }
    })
    for (const event of stored) fold(this.session, event)
    this.pending.push(...stored)
    return stored
  }

  set(fields: Parameters<SessionChange['set']>[0]): void {
    Object.assign(this.session, fields)
    this.isChanged = true
  }

  async release(): Promise<void> {
    await endLease(this.tx, leaseOf(this.session.id))
  }

  /** Writes what was appended and set; answers the change's time, null: nothing was. */
  async close(): Promise<number | null> {
    if (this.pending.length === 0 && !this.isChanged) return null
    const { id, title, settings, metadata, status, stopReason, queue } = this.session
    const { lastSequence, usage, context, fault, archivedAt } = this.session
    if (this.pending.length > 0) {
      await this.tx.sessionEvent.createMany({ data: this.pending.map((each) => rowOf(id, each)) })
    }
    await this.tx.session.update({
      where: { id },
      data: {
        title,
        settings,
        metadata,
        status,
        lastSequence,
        archivedAt,
        stopReason: stopReason ?? Prisma.DbNull,
        queue: queue as unknown as Prisma.InputJsonArray,
        usage: { ...usage, context, fault },
        updatedAt: this.now,
      },
      select: { id: true },
    })
    return this.now.getTime()
  }
}

function rowOf(sessionId: string, { id, sequence, processed_at, type, ...body }: SessionEvent) {
  return { id, sessionId, sequence, type, body: { ...body }, createdAt: new Date(processed_at) }
}

/** `tokens`: of the context by then; 0: as before. */
function used(session: Session, usage: ModelUsage, tokens: number): void {
  session.usage = sumOfUsage(session.usage, usage)
  if (session.context && tokens > 0) session.context = { ...session.context, tokens }
}

const MAX_TITLE = 80

/** What an event says of its session. */
function fold(session: Session, event: SessionEvent): void {
  switch (event.type) {
    case 'user.message':
      session.title ??= titleOf(textOf(event))
      return
    case 'session.status_running':
      session.status = 'running'
      session.stopReason = null
      session.fault = null
      return
    case 'session.error':
      session.fault = event.error.kind
      return
    case 'session.status_idle':
      session.status = 'idle'
      session.stopReason = event.stop_reason
      return
    case 'session.status_terminated':
      session.status = 'terminated'
      return
    case 'span.model_request_start': {
      const { context_window: window, estimated_parts } = event
      // What was counted stands where the request is refused.
      const tokens = Math.max(session.context?.tokens ?? 0, sumOfParts(estimated_parts))
      session.context = { tokens, window }
      return
    }
    case 'span.model_request_end': {
      const { model_usage: usage } = event
      return used(session, usage, isCounted(usage) ? contextOf(usage) : 0)
    }
    case 'agent.thread_context_compacted':
      return used(session, event.model_usage, event.tokens_after)
    case 'context.compaction_failed':
      return used(session, event.model_usage, 0)
    default:
  }
}

/** The first line of what a person said first, as a title. */
function titleOf(text: string): string | null {
  const [line = ''] = text.trim().split('\n')
  const characters = [...line.trim()]
  if (characters.length <= MAX_TITLE) return characters.join('') || null
  return `${characters
    .slice(0, MAX_TITLE - 1)
    .join('')
    .trimEnd()}…`
}

type EventRow = Awaited<ReturnType<typeof db.sessionEvent.findMany>>[number]

function asEvent({ id, sequence, type, body, createdAt }: EventRow): SessionEvent {
  const stored = { ...(body as unknown as EventBody), type: type as EventType }
  return { ...stored, id, sequence, processed_at: createdAt.toISOString() } as SessionEvent
}

export interface ListEvents {
  sessionId: string
  /** after, or in the other order before, this number */
  from?: number | undefined
  /** in the order of the log: before this number */
  before?: number | undefined
  order?: 'asc' | 'desc'
  types?: readonly string[] | undefined
  createdFrom?: Date | undefined
  createdTo?: Date | undefined
  limit: number
}

type Client = Pick<Reader, 'sessionEvent'>

/** Stored events in their order. */
export async function listEvents(list: ListEvents, client: Client = db): Promise<SessionEvent[]> {
  const { sessionId, from, before, order = 'asc', types, createdFrom, createdTo, limit } = list
  const numbers = order === 'asc' ? { gt: from, lt: before } : { lt: from }
  const rows = await client.sessionEvent.findMany({
    where: {
      sessionId,
      sequence: numbers,
      ...(types && { type: { in: [...types] } }),
      createdAt: {
        ...(createdFrom && { gte: createdFrom }),
        ...(createdTo && { lte: createdTo }),
      },
    },
    orderBy: { sequence: order },
    take: limit,
  })
  return rows.map(asEvent)
}

/** Events of a statement: of long ones that many hold the event loop for some ten milliseconds. */
const PAGE = 100

interface Reading extends Pick<ListEvents, 'before'> {
  /** those of these types alone */
  types?: readonly string[]
  client?: Client
}

/** All events after a number, a page at a time, up to the end unless they end before another. */
export async function eventsAfter(
  sessionId: string,
  after: number,
  { types, before, client }: Reading = {},
): Promise<SessionEvent[]> {
  const all: SessionEvent[] = []
  const read = (last: SessionEvent | undefined, limit: number) =>
    listEvents({ sessionId, from: last?.sequence ?? after, before, types, limit }, client)
  for await (const page of pagesOf(PAGE, read)) all.push(...page)
  return all
}

/** A call and, among others, what became of it; nothing where the session has no such event. */
export async function eventsOfCall(sessionId: string, callId: string): Promise<SessionEvent[]> {
  const row = await db.sessionEvent.findFirst({ where: { sessionId, id: callId } })
  if (!row) return []
  const types = ['user.tool_confirmation', 'agent.tool_result'] satisfies EventType[]
  const later = await listEvents({ sessionId, from: row.sequence, types, limit: PAGE })
  return [asEvent(row), ...later]
}

/** What the model still sees of a log: all since the last summary, which comes first. */
export async function viewOf(sessionId: string, client: Client = db): Promise<SessionEvent[]> {
  const last = await client.sessionEvent.findFirst({
    where: { sessionId, type: 'agent.thread_context_compacted' },
    orderBy: { sequence: 'desc' },
    select: { sequence: true },
  })
  return eventsAfter(sessionId, (last?.sequence ?? 1) - 1, { client })
}

/** The same within a change, with what is appended in it. */
export const viewIn = async ({ tx, session, pending }: SessionChange): Promise<SessionEvent[]> => [
  ...(await viewOf(session.id, tx)),
  ...pending,
]

export const queued = (content: QueuedMessage['content']): QueuedMessage => ({
  type: 'user.message',
  id: newId('sevt'),
  content,
  sequence: null,
  processed_at: null,
})
