import type { Database } from '@/lib/db/database'
import type { ContextThresholds } from '@/lib/context/context-thresholds'
import type { Session } from '../session'
import type { SessionEvent } from '../session-event'
import type { SessionSettings } from '../session-settings'
import type { NewEvent } from './append-events'
import type { ModelRequest } from './model-request'
import type { SessionLog } from './session-log'

/** The log as the steps of a run see it: what they add they yield (step.ts). */
export type ReadableLog = Pick<SessionLog, 'events' | 'verify' | 'saveDraft'>

/** What the steps of a run work on: the log, the session as it was read last, and the run's end. */
export interface RunState {
  readonly db: Database
  readonly log: ReadableLog
  session: Session
  readonly context: RequestContext
  /** aborted when the run is stopped, or what it read was redacted */
  readonly signal: AbortSignal
  /** whether it is stopped because the server is */
  readonly isShutDown: boolean
  /** whether a redaction took a text out of what this run has read: what is under way may hold it */
  readonly isOutdated: boolean
  /** the end of the model request that is under way, should it have to be begun again; null: none is */
  unfinished: (() => NewEvent) | null
  /** Waits, but not past the run's end. */
  pause(milliseconds: number): Promise<void>
  /** Whether a person is asked before anything is written. */
  asksForWrites(): boolean
  /** Whether the calls of the last answer are not to be carried out as they came. */
  mustNotRunCalls(): boolean
  /** Carries out the call that the model named so; for the SDK's tool runner. */
  runCallOfModel(modelToolUseId: string): Promise<string>
}

/** What a run knows of its session's context, and the requests that are made of it. */
export interface RequestContext {
  /** of the session's model, in tokens */
  readonly window: number
  /** up to which change of each store the agent has been told of others' changes */
  seen: Record<string, number>
  /** the model as its server knows it */
  readonly modelName: string
  readonly thresholds: ContextThresholds
  /** Reads the session and its model's window again. */
  renew(): Promise<void>
  /** The next request to the model. */
  request(): ModelRequest
  /** The request as it would be after one more event. */
  requestAfter(event: SessionEvent): ModelRequest
  /** The settings, where they are not those that the last request was made by. */
  changedSettings(): SessionSettings | null
}
