import type {
  CompactionCause,
  CompactionFault,
  QueuedMessage,
  ReminderKind,
  SessionEvent,
  SessionFault,
  StopReason,
} from './event'
import { textOf } from './event'

/** A conversation as people read it: the log, folded once on the server. */

export type Entry = { id: string; at: string | null } & (
  | { kind: 'message'; text: string; isQueued: boolean }
  | { kind: 'said'; text: string; isPartial: boolean }
  | { kind: 'thought'; text: string }
  | ({ kind: 'call' } & CallEntry)
  | { kind: 'reminder'; text: string; sections: ReminderKind[]; late: ReminderKind[] }
  | ({ kind: 'compaction' } & CompactionEntry)
  | { kind: 'fault'; fault: SessionFault }
  | { kind: 'stopped'; reason: StopReason; explanation: string | null }
  | { kind: 'ended' }
)

export type CallState =
  /** a person is to decide */
  | 'waiting'
  /** decided, and carried out once all are */
  | 'allowed'
  | 'denied'
  /** it is being carried out */
  | 'running'
  | 'done'
  | 'failed'

export interface CallEntry {
  name: string
  input: Record<string, unknown>
  /** what the model sent where it is no JSON object */
  malformed: string | null
  state: CallState
  heldId: string | null
  /** the answer to the model; null: there is none yet */
  answer: string | null
  written: WrittenVersion[]
  /** of a person's decision */
  message: string | null
  isEdited: boolean
}

/** A version that a call wrote. */
export interface WrittenVersion {
  storeId: string
  versionId: string
  /** as pages are told of it */
  memory?: { id: string; ordinal: number }
}

export interface CompactionEntry {
  cause: CompactionCause
  /** tokens */
  before: number
  /** what came of it; null: it goes on */
  end: CompactionEnd | null
}

/** What a person reads of an end: the texts that the agent got back are not theirs. */
export type CompactionEnd =
  | { state: 'failed'; reason: CompactionFault }
  | { state: 'done'; after: number; summary: string; restored: string[] }

/** Entries of events in their order, and of messages that wait. */
export function entriesOf(
  events: readonly SessionEvent[],
  queue: readonly QueuedMessage[] = [],
): Entry[] {
  const folded = new Map<string, Entry>()
  foldOn(folded, events)
  for (const message of queue) {
    const text = textOf(message)
    folded.set(message.id, { id: message.id, at: null, kind: 'message', text, isQueued: true })
  }
  return [...folded.values()]
}

/** Entries by their ids, in their order. */
export type Folded = Map<string, Entry>

/** Folds further events in; answers the entries that are new or others by now. */
export function foldOn(folded: Folded, events: readonly SessionEvent[]): Entry[] {
  const before = new Map(folded)
  for (const event of events) fold(folded, event)
  return [...folded.values()].filter((entry) => before.get(entry.id) !== entry)
}

export type EntryOf<Kind extends Entry['kind']> = Extract<Entry, { kind: Kind }>

function fold(folded: Folded, event: SessionEvent): void {
  const put = (entry: EntryBody) => {
    folded.set(event.id, { id: event.id, at: event.processed_at, ...entry })
  }
  switch (event.type) {
    case 'user.message':
      return put({ kind: 'message', text: textOf(event), isQueued: false })
    case 'agent.message':
      return put({ kind: 'said', text: textOf(event), isPartial: event.partial === true })
    case 'agent.thinking':
      return event.thinking === '' ? undefined : put({ kind: 'thought', text: event.thinking })
    case 'agent.tool_use':
      return put(callOf(event))
    case 'user.tool_confirmation':
      return decided(folded, event)
    case 'agent.tool_result':
      return answered(folded, event)
    case 'context.reminder': {
      const sections = event.sections.map(({ kind }) => kind)
      return put({ kind: 'reminder', text: textOf(event), sections, late: event.late })
    }
    case 'context.compaction_start':
      return put({ kind: 'compaction', cause: event.cause, before: event.tokens_before, end: null })
    case 'agent.thread_context_compacted':
    case 'context.compaction_failed':
      return compacted(folded, event)
    case 'session.error':
      return put({ kind: 'fault', fault: event.error })
    case 'session.status_idle':
      return isTold(event.stop_reason)
        ? put({
            kind: 'stopped',
            reason: event.stop_reason,
            explanation: event.stop_details?.explanation ?? null,
          })
        : undefined
    case 'session.status_terminated':
      return put({ kind: 'ended' })
    default:
  }
}

type EntryBody = Entry extends infer Each
  ? Each extends Entry
    ? Omit<Each, 'id' | 'at'>
    : never
  : never

/** Whatever is not the agent's own end; waiting calls and faults tell of themselves. */
const isTold = (reason: StopReason): boolean =>
  reason.type === 'end_turn'
    ? reason.detail !== undefined
    : reason.type === 'budget_reached' || reason.type === 'refusal'

function callOf(event: SessionEvent<'agent.tool_use'>): Omit<EntryOf<'call'>, 'id' | 'at'> {
  return {
    kind: 'call',
    name: event.name,
    input: event.input,
    malformed: event.malformed_input ?? null,
    state: event.evaluated_permission === 'ask' ? 'waiting' : 'running',
    heldId: event.held_write_id ?? null,
    answer: null,
    written: [],
    message: null,
    isEdited: false,
  }
}

function decided(folded: Folded, event: SessionEvent<'user.tool_confirmation'>): void {
  const call = folded.get(event.tool_use_id)
  if (call?.kind !== 'call') return
  const state = event.result === 'allow' ? 'allowed' : 'denied'
  const isEdited = event.content !== undefined
  folded.set(call.id, { ...call, state, message: event.deny_message ?? null, isEdited })
}

function answered(folded: Folded, event: SessionEvent<'agent.tool_result'>): void {
  const call = folded.get(event.tool_use_id)
  if (call?.kind !== 'call') return
  const ended = event.is_error ? 'failed' : 'done'
  folded.set(call.id, {
    ...call,
    state: call.state === 'denied' ? 'denied' : ended,
    answer: textOf(event),
    written: event.memory_versions.map((each) => ({
      storeId: each.memory_store_id,
      versionId: each.memory_version_id,
    })),
  })
}

/** It stands where it began. */
function compacted(
  folded: Folded,
  event: SessionEvent<'agent.thread_context_compacted' | 'context.compaction_failed'>,
): void {
  const begun = [...folded.values()].findLast(
    (entry) => entry.kind === 'compaction' && entry.end === null,
  )
  const { id, at } = begun ?? { id: event.id, at: event.processed_at }
  const { cause, tokens_before: before } = event
  folded.set(id, { id, at, kind: 'compaction', cause, before, end: endOf(event) })
}

function endOf(
  event: SessionEvent<'agent.thread_context_compacted' | 'context.compaction_failed'>,
): CompactionEnd {
  if (event.type === 'context.compaction_failed') return { state: 'failed', reason: event.reason }
  const { tokens_after: after, summary, restored_memories } = event
  const restored = restored_memories.filter(({ state }) => state !== 'left_out')
  return { state: 'done', after, summary, restored: restored.map(({ path }) => path) }
}
