import type { ReplayInput } from '../model/replay'
import type { ReplayProgram } from '../run/replay-program'

/** A turn asked a number of times under one variant. */
export function samplesReplay({ variant, samples: wanted, checks }: ReplayInput): ReplayProgram {
  const questions = Array.from({ length: wanted }, () => ({ variant, stored: '{}' }))
  return {
    checks,
    // A person marks its answers once they are all there.
    awaitsMarks: false,
    plan: () => Promise.resolve('{}'),
    step: ({ samples }) =>
      Promise.resolve(
        samples.length < wanted
          ? { round: { level: 0, round: 0, questions }, end: null }
          : { round: null, end: { result: {}, isOpen: false, isFound: true } },
      ),
    endSoFar: ({ samples }) =>
      Promise.resolve(
        samples.length === 0
          ? null
          : { result: {}, isOpen: samples.length < wanted, isFound: true },
      ),
  }
}
