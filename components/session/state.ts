import type { Gauge } from '@/lib/sessions/context'
import type { Entry } from '@/lib/sessions/entries'
import type { Preview } from '@/lib/sessions/follow'
import type { Session } from '@/lib/sessions/sessions'
import type { Touched } from './called'

/** What a session's page shows, as it is kept in the cache under `['session', id]`. */

/** Of a session's row what the page shows. */
export interface SessionFacts extends Pick<
  Session,
  'id' | 'title' | 'settings' | 'status' | 'stopReason' | 'queue' | 'stores'
> {
  isArchived: boolean
}

/** What is being generated. The input of a call is not sent before it is whole: it was not scanned. */
export interface Writing extends Preview {
  /** characters so far */
  length: number
}

/** A part of a conversation: its entries, and where in the log it begins. */
export interface ConversationPart {
  entries: Entry[]
  /** number of its first event; 1: there is nothing before it */
  from: number
}

/** What work beside the conversation changes. */
export interface SessionCounts {
  /** grows with what is redacted: with another number all that was asked for is stale */
  redactions: number
  /** memories that it wrote last and that stand to be reviewed */
  toReview: number
}

export interface SessionState extends ConversationPart, SessionCounts {
  facts: SessionFacts
  gauge: Gauge
  /** number of the last event */
  sequence: number
  writing: Writing[]
  /** what it wrote before the part that is read first, the oldest first */
  written: readonly Touched[]
  /** it was deleted */
  isGone: boolean
}

/** The body of a session's news. */
export type SessionBody =
  | ({
      kind: 'changed'
      /** new ones, and those that are others by now */
      entries: Entry[]
      sequence: number
      gauge: Gauge
      /** null: as before */
      facts: SessionFacts | null
    } & SessionCounts)
  | { kind: 'start'; writing: Writing }
  | { kind: 'delta'; id: string; text: string; length: number }
  | { kind: 'dropped'; ids: string[] }
  /** what the page has does not lead to what is there: it is to be read anew */
  | { kind: 'anew' }
  | { kind: 'gone' }

/** What is shown after news. */
export function withNews(state: SessionState, news: SessionBody): SessionState {
  switch (news.kind) {
    case 'changed': {
      const { sequence, gauge, redactions, toReview } = news
      const entries = merged(state.entries, news.entries)
      const writing = stillWritten(state.writing, news.entries)
      const facts = news.facts ?? state.facts
      return { ...state, facts, entries, sequence, gauge, redactions, toReview, writing }
    }
    case 'start': {
      const { writing } = news
      return { ...state, writing: [...without(state.writing, [writing.id]), writing] }
    }
    case 'delta': {
      const { id, text, length } = news
      const writing = state.writing.map((each) =>
        each.id === id ? { ...each, text: each.text + text, length: each.length + length } : each,
      )
      return { ...state, writing }
    }
    case 'dropped':
      return { ...state, writing: without(state.writing, news.ids) }
    case 'gone':
      return { ...state, isGone: true, writing: [] }
    case 'anew':
      return state
  }
}

/** Entries keep their place; unchanged ones stay the same objects. */
function merged(before: readonly Entry[], news: readonly Entry[]): Entry[] {
  const changed = new Map(news.map((entry) => [entry.id, entry]))
  const kept = before.map((entry) => {
    const now = changed.get(entry.id)
    changed.delete(entry.id)
    return now ?? entry
  })
  return [...kept, ...changed.values()]
}

/** What is being generated beside entries that are there. */
export const stillWritten = (writing: readonly Writing[], entries: readonly Entry[]) =>
  without(
    writing,
    entries.map(({ id }) => id),
  )

const without = (writing: readonly Writing[], ids: readonly string[]) =>
  writing.filter(({ id }) => !ids.includes(id))

/** An older part before what is shown. */
export const withEarlier = (state: SessionState, part: ConversationPart): SessionState => ({
  ...state,
  entries: [...part.entries, ...state.entries],
  from: part.from,
})

/** How a session stands, in a word. */
export type Standing = 'waiting' | 'running' | 'failed' | 'stopped' | 'idle' | 'archived'

export const TONES: Partial<Record<Standing, 'caution' | 'added' | 'removed'>> = {
  waiting: 'caution',
  running: 'added',
  failed: 'removed',
}

export function standingOf({
  isArchived,
  status,
  stopReason,
}: Pick<SessionFacts, 'isArchived' | 'status' | 'stopReason'>): Standing {
  if (isArchived || status === 'terminated') return 'archived'
  if (status === 'running') return 'running'
  switch (stopReason?.type) {
    case 'requires_action':
      return 'waiting'
    case 'retries_exhausted':
      return 'failed'
    case 'budget_reached':
    case 'refusal':
      return 'stopped'
    case 'end_turn':
      return stopReason.detail ? 'stopped' : 'idle'
    default:
      return 'idle'
  }
}
