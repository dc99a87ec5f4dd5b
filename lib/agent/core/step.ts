import type { SessionEvent } from '../session-event'
import type { NewEvent } from './append-events'

/**
 * A step of a run, which stores nothing itself. It yields the events that it makes, those of one
 * transaction at a time, and is resumed with them once they are durable; so what it does after a
 * `yield` happens only if the events before it are kept. Events that cannot be stored are thrown
 * where they were yielded.
 */
export type Step<Result> = AsyncGenerator<readonly NewEvent[], Result, readonly SessionEvent[]>

/** Runs a step to its end, and stores by `append` what it yields. */
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
