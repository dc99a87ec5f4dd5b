import { type SaidVerbatim, saidVerbatim } from '@/lib/context/said-verbatim'
import type { Database } from '@/lib/db/database'
import { allSessionEvents, listSessionEvents } from './list-session-events'
import type { ContextCompacted, EventOf, SessionEvent } from './session-event'

/** A compaction and the conversation that its summary replaced. */
export interface CompactionAt {
  compacted: EventOf<'agent.thread_context_compacted'>
  /** the compaction whose summary opened the conversation; null: none did */
  previousId: string | null
  /** the replaced events, oldest first, up to the limit */
  events: SessionEvent[]
  /** whether older ones exist */
  hasMore: boolean
  /** number of unanswered messages of the person: they stay verbatim beside the summary */
  kept: number
  /**
   * how many of the person's other messages the summary quotes; null if the API does not reveal its
   * summary
   */
  said: SaidVerbatim | null
}

/**
 * A completed compaction and what it replaced: everything since our previous one. Null: no such
 * event. `limit`: maximum number of events, newest kept. Refuses `session_not_found`.
 */
export async function compactionAt(
  db: Database,
  input: { sessionId: string; eventId: string; limit: number },
): Promise<CompactionAt | null> {
  const { sessionId, eventId, limit } = input
  const compactions = await listOfType(db, sessionId, 'agent.thread_context_compacted')
  const index = compactions.findIndex(({ id }) => id === eventId)
  const compacted = compactions[index]
  const sequence = compacted?.sequence ?? null
  if (!compacted || sequence === null) return null
  const previous = compactions.slice(0, index).findLast(({ by }) => by === 'palimpsest')
  const from = previous?.sequence ?? 0
  const newest = await listSessionEvents(db, {
    sessionId,
    limit: limit + 1,
    after: sequence,
    order: 'desc',
  })
  const replaced = newest.filter((event) => (event.sequence ?? 0) > from)
  const texts = await textsBefore(db, sessionId, { ...compacted, sequence }, previous)
  return {
    compacted,
    previousId: previous?.id ?? null,
    events: replaced.slice(0, limit).reverse(),
    hasMore: replaced.length > limit,
    kept: compacted.kept.length,
    said: compacted.summary === null ? null : saidVerbatim(texts, compacted.summary),
  }
}

/**
 * The person's messages that this compaction replaced, including those that the previous one kept.
 */
async function textsBefore(
  db: Database,
  sessionId: string,
  compacted: ContextCompacted & { sequence: number },
  previous: EventOf<'agent.thread_context_compacted'> | undefined,
): Promise<string[]> {
  const messages = await listOfType(db, sessionId, 'user.message', previous?.sequence ?? 0)
  const texts = messages
    .filter(({ sequence }) => (sequence ?? 0) < compacted.sequence)
    .flatMap((message) => message.texts)
  return withoutLast([...(previous?.kept ?? []), ...texts], compacted.kept)
}

/** The kept messages are the last ones. */
function withoutLast(texts: readonly string[], kept: readonly string[]): string[] {
  let end = texts.length
  for (const text of kept.toReversed()) if (texts[end - 1] === text) end--
  return texts.slice(0, end)
}

async function listOfType<Type extends 'user.message' | 'agent.thread_context_compacted'>(
  db: Database,
  sessionId: string,
  type: Type,
  after = 0,
): Promise<EventOf<Type>[]> {
  const events = await allSessionEvents(db, { sessionId, after, types: [type] })
  return events.filter((event): event is EventOf<Type> => event.type === type)
}
