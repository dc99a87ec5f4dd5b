import { type SaidVerbatim, saidVerbatim } from '@/lib/context/said-verbatim'
import type { Database } from '@/lib/db/database'
import { allSessionEvents, listSessionEvents } from './list-session-events'
import type { ContextCompacted, EventOf, SessionEvent } from './session-event'

/** A compaction, and the conversation that the summary replaced. */
export interface CompactionAt {
  compacted: EventOf<'agent.thread_context_compacted'>
  /** the compaction with whose summary the conversation began; null: it began with nothing */
  previousId: string | null
  /** what was replaced, oldest first, up to the limit */
  events: SessionEvent[]
  /** whether there were older ones */
  hasMore: boolean
  /** what the person said and the agent had not answered: it stays as it is, beside the summary */
  kept: number
  /** how much of the rest that the person said is in the summary; null where the API keeps that to itself */
  said: SaidVerbatim | null
}

/**
 * A compaction that took effect, beside what it replaced: all since the one of ours before it.
 * Null: there is no such event. Refuses `session_not_found`. `limit`: events that are given, the newest.
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

/** The texts of the person that this compaction replaced: what the one before it had kept is among them. */
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

/** What was kept is what was said last. */
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
