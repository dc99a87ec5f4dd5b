import type { SessionEvent } from '../session-event'
import type { NewEvent } from './append-events'

/**
 * A step of a run, which stores nothing itself. It yields the events of one transaction at a time
 * and resumes with them once they are durable, so code after a `yield` runs only if its events are
 * stored. If they cannot be stored, the error is thrown at the `yield`.
 */
export type Step<Result> = AsyncGenerator<readonly NewEvent[], Result, readonly SessionEvent[]>

/** Runs a step to its end, storing by `append` what it yields. */
export async function runStep<Result>(
  step: Step<Result>,
  append: (events: readonly NewEvent[]) => Promise<readonly SessionEvent[]>,
): Promise<Result> {
  let resume = () => step.next([])
  for (;;) {
    const yielded = await resume()
    if (yielded.done) return yielded.value
    resume = await append(yielded.value).then(
      (stored) => () => step.next(stored),
      (error: unknown) => () => step.throw(error),
    )
  }
}
