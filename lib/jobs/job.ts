/** Long work that a person can watch and stop. Times are milliseconds since 1970. */
export interface Job {
  id: string
  /** the one store that it is about; null: several, none, or one that was deleted since */
  storeId: string | null
  /** who started it; null: the application itself, or nobody knows any more */
  startedBy: Starter | null
  kind: JobKind
  state: JobState
  /** what it is doing now, a word of the job's own */
  phase: string
  /** how much of `total` is done; what is counted depends on the phase */
  progress: number
  /** 0 while it is not known */
  total: number
  /** what came of it, once it is done; never holds content */
  result: unknown
  /** why it failed, in words for a person */
  error: string | null
  createdAt: number
  updatedAt: number
  finishedAt: number | null
}

/** An actor as the store has it (lib/store/model/actor). */
export interface Starter {
  type: string
  id: string
}

export type JobKind = 'redaction' | 'seed' | 'import'
export type JobState = 'running' | 'done' | 'failed' | 'stopped'

/** What the work of a job gets to say how far it is, and to hear that it is to stop. */
export interface JobControl {
  readonly jobId: string
  /** aborted when somebody stops the job; the work ends at the next point where nothing is half done */
  readonly signal: AbortSignal
  readonly report: (phase: string, progress: number, total: number) => void
}
