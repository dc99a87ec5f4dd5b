import { aboutOf, type Touched } from '@/components/session/called'
import type {
  ConversationPart,
  SessionCounts,
  SessionFacts,
  SessionState,
} from '@/components/session/state'
import { type ContextState, contextState, type Gauge, gaugeOf } from '@/lib/sessions/context'
import { entriesOf, type Entry, type WrittenVersion } from '@/lib/sessions/entries'
import type { SessionEvent } from '@/lib/sessions/event'
import { countAllRedactions } from '@/lib/sessions/follow'
import { listEvents } from '@/lib/sessions/log'
import { knownWindowOf } from '@/lib/sessions/models'
import { getSession, type Session } from '@/lib/sessions/sessions'
import { shownText } from '@/lib/sessions/shown-text'
import { lastWrittenBy, writtenBy } from '@/lib/sessions/written'
import { countRedactions } from '@/lib/store/events'
import { memoriesOf } from '@/lib/store/versions'
import { wholeStart } from '@/lib/text/long-text'

/**
 * Events of the newest part of a conversation, some 70 entries, and of an earlier one. A page is drawn with
 * the end that people come for; what is above is read when they scroll there, or look for something.
 */
const NEWEST = 200
const EARLIER = 600

/** The newest events of a log, or those before a number, from a place on where all calls are answered. */
export async function partOfLog(sessionId: string, before?: number): Promise<SessionEvent[]> {
  const newest = await listEvents({
    sessionId,
    order: 'desc',
    ...(before === undefined ? { limit: NEWEST } : { from: before, limit: EARLIER }),
  })
  const events = newest.toReversed()
  if (events[0]?.sequence === 1) return events
  const start = events.findIndex(
    ({ type }) => type === 'user.message' || type === 'span.model_request_start',
  )
  return events.slice(Math.max(start, 0))
}

/** The part of a conversation before an event. */
export async function earlierPart(sessionId: string, before: number): Promise<ConversationPart> {
  const events = await partOfLog(sessionId, before)
  return { entries: await shownEntries(entriesOf(events)), from: events[0]?.sequence ?? 1 }
}

/** What a session's page shows first. Refuses `session_not_found`. */
export async function readSession(id: string): Promise<SessionState> {
  // What comes in between is told by the stream, which begins after the last of these events.
  const session = await getSession(id)
  const events = await partOfLog(id)
  return {
    facts: factsOf(session),
    entries: await shownEntries(entriesOf(events)),
    from: events[0]?.sequence ?? 1,
    sequence: events.at(-1)?.sequence ?? 0,
    gauge: gaugeIn(contextState(events), session),
    ...(await countsIn(session)),
    writing: [],
    written: events[0]?.sequence === 1 ? [] : await writtenIn(id),
    isGone: false,
  }
}

/** The memories that a session wrote, as its calls tell of them. */
async function writtenIn(sessionId: string): Promise<Touched[]> {
  const written = await lastWrittenBy(sessionId)
  return written.map(({ path, ...version }) => ({
    storeId: version.storeId,
    path,
    state: 'written',
    callId: '',
    heldId: null,
    version,
  }))
}

export function factsOf(session: Session): SessionFacts {
  const { id, title, settings, status, stopReason, queue, stores, archivedAt } = session
  return { id, title, settings, status, stopReason, queue, stores, isArchived: archivedAt !== null }
}

/** What a page shows of a session that other work in its stores changes. */
export async function countsIn({ id, stores }: Session): Promise<SessionCounts> {
  const storeIds = stores.map(({ storeId }) => storeId)
  const written = await writtenBy([id], storeIds)
  const redactions = (await countRedactions(storeIds)) + (await countAllRedactions())
  return { redactions, toReview: written.get(id)?.toReview ?? 0 }
}

export function gaugeIn(state: ContextState, { settings }: Session): Gauge {
  return gaugeOf(state, state.window ?? knownWindowOf(settings), settings.context)
}

/**
 * Entries as a page is sent them: of calls what they are about, what they wrote and why they failed. Their
 * other texts are asked for one by one, and masked.
 */
export async function shownEntries(entries: readonly Entry[]): Promise<Entry[]> {
  // Of several no one is named.
  const alone = entries.flatMap((entry) => {
    const [written, ...others] = entry.kind === 'call' ? entry.written : []
    return written && others.length === 0 ? written.versionId : []
  })
  const memories = await memoriesOf(alone)
  return Promise.all(entries.map((entry) => shownEntry(entry, memories)))
}

async function shownEntry(
  entry: Entry,
  memories: ReadonlyMap<string, NonNullable<WrittenVersion['memory']>>,
): Promise<Entry> {
  if (entry.kind !== 'call') return entry
  const { input, malformed, answer, state } = entry
  const written = entry.written.map((each) => {
    const memory = memories.get(each.versionId)
    return memory ? { ...each, memory } : each
  })
  const why = state === 'failed' && answer ? beginningOf((await shownText(answer)).text) : ''
  const { query } = input
  const sought = typeof query === 'string' && { query: (await shownText(query)).text }
  return {
    ...entry,
    input: { ...aboutOf(input), ...sought },
    written,
    malformed: malformed === null ? null : '',
    answer: answer === null ? null : why,
  }
}

/** Characters of why a call failed. */
const MOST_TOLD = 400

const beginningOf = (answer: string) =>
  answer.length <= MOST_TOLD ? answer : `${wholeStart(answer, MOST_TOLD)}…`
