/** Long work that a person can watch and stop. Times are milliseconds since 1970. */
export interface Job {
  id: string
  /** the store it concerns; null: several, none, or one since deleted */
  storeId: string | null
  /** who started it; null: the application itself, or no longer known */
  startedBy: Starter | null
  kind: JobKind
  state: JobState
  /** what it is doing now, in the job's own vocabulary */
  phase: string
  /** how much of `total` is done; the unit depends on the phase */
  progress: number
  /** 0 while unknown */
  total: number
  /** its result, once done; never holds content */
  result: unknown
  /** why it failed, in words for a person */
  error: string | null
  createdAt: number
  updatedAt: number
  finishedAt: number | null
}

/** A job that has ended, and how: what failed has no result, and says why. */
export type EndedJob<Result = unknown> = Omit<Job, keyof JobEnd<Result>> & JobEnd<Result>

export type JobEnd<Result> =
  | { state: 'done'; result: Result; error: null }
  | { state: 'failed'; result: null; error: string }
  | { state: 'stopped'; result: Result | null; error: string | null }

/** An actor as stored (lib/store/model/actor). */
export interface Starter {
  type: string
  id: string
}

export type JobKind = 'redaction' | 'compaction' | 'seed' | 'import' | 'scan'
export type JobState = 'running' | 'done' | 'failed' | 'stopped'

/** Lets a job's work report progress and learn that it should stop. */
export interface JobControl {
  readonly jobId: string
  /** aborted when someone stops the job; the work then stops at the next consistent point */
  readonly signal: AbortSignal
  readonly report: (phase: string, progress: number, total: number) => void
}
