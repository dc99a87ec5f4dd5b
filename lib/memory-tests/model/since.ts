import type { TestRun } from './memory-test'

type Told = Pick<TestRun, 'id' | 'status' | 'sequence' | 'revision' | 'createdAt'>

/** Since when a test does not pass any more, as far as its runs tell. */
export interface NotPassingSince<Run> {
  /** the first run of the states of the store since which none passed */
  first: Run
  /** the last that passed before it; null: none did */
  lastPass: Run | null
}

/**
 * Since when a test fails or is mixed; null: it passes, or no run has told. Runs count by the state of
 * the store that they saw, not by when they were made: one of the past tells of the past. Those
 * without a verdict and those of other revisions tell nothing.
 */
export function notPassingSince<Run extends Told>(
  runs: readonly Run[],
  revision: number,
): NotPassingSince<Run> | null {
  const told = runs
    .filter((run) => run.revision === revision && isVerdict(run.status))
    .toSorted((one, other) => one.sequence - other.sequence || one.createdAt - other.createdAt)
  const lastPass = told.findLastIndex(({ status }) => status === 'passed')
  const first = told[lastPass + 1]
  return first ? { first, lastPass: told[lastPass] ?? null } : null
}

/** The last run that has a verdict, or the last at all; null: there is none. Newest first. */
export function lastTold<Run extends Told>(runs: readonly Run[], revision: number): Run | null {
  const own = runs.filter((run) => run.revision === revision)
  return own.find(({ status }) => isVerdict(status)) ?? own[0] ?? null
}

function isVerdict(status: TestRun['status']): boolean {
  return status === 'passed' || status === 'failed' || status === 'mixed'
}
