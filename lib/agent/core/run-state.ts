import type { Database } from '@/lib/db/database'
import type { ContextThresholds } from '@/lib/context/context-thresholds'
import type { Session } from '../session'
import type { SessionEvent } from '../session-event'
import type { SessionSettings } from '../session-settings'
import type { NewEvent } from './append-events'
import type { ModelRequest } from './model-request'
import type { SessionLog } from './session-log'

/** The log as a run's steps see it: to append, they yield (step.ts). */
export type ReadableLog = Pick<SessionLog, 'events' | 'verify' | 'saveDraft'>

/** The state that a run's steps share: the log, the session as last read, and the run's end. */
export interface RunState {
  readonly db: Database
  readonly log: ReadableLog
  session: Session
  readonly context: RequestContext
  /** aborted when the run is stopped, or a redaction outdates it */
  readonly signal: AbortSignal
  /** whether it stops because the server shuts down */
  readonly isShutDown: boolean
  /** whether a redaction took out a text that this run has read: work in progress may contain it */
  readonly isOutdated: boolean
  /** the end event of the current model request, in case it must be repeated; null: no request */
  unfinished: (() => NewEvent) | null
  /** Waits, or returns early when the run is stopped. */
  pause(milliseconds: number): Promise<void>
  /** True if writes need a person's approval. */
  asksForWrites(): boolean
  /** True if the last answer's calls must not simply run. */
  mustNotRunCalls(): boolean
  /** Runs the call with this model-given id; for the SDK's tool runner. */
  runCallOfModel(modelToolUseId: string): Promise<string>
}

/** A run's view of its session's context, and its requests. */
export interface RequestContext {
  /** of the session's model, in tokens */
  readonly window: number
  /** the last change of each store by others that the agent was told of */
  seen: Record<string, number>
  /** the server's name for the model */
  readonly modelName: string
  readonly thresholds: ContextThresholds
  /** Reloads the session and its model's window. */
  renew(): Promise<void>
  /** The next request to the model. */
  request(): ModelRequest
  /** The request as it would be after one more event. */
  requestAfter(event: SessionEvent): ModelRequest
  /** The settings, if they differ from those of the last request. */
  changedSettings(): SessionSettings | null
}
