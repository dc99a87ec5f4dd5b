import type { ReplayInput } from '../model/replay'
import type { RepeatedEarlier } from '../replayed-turn'
import type { ReplayProgram } from '../run/replay-program'

/** A replay as it is known once it begins. */
export interface SamplesPlan {
  /** of what it hides; left out by those before it was noted */
  readonly repeatedEarlier?: RepeatedEarlier
}

/** A turn asked a number of times under one variant. */
export function samplesReplay({ variant, samples: wanted, checks }: ReplayInput): ReplayProgram {
  const questions = Array.from({ length: wanted }, () => ({ variant, stored: '{}' }))
  return {
    checks,
    // A person marks its answers once they are all there.
    awaitsMarks: false,
    plan: async (turn) => {
      const plan: SamplesPlan = { repeatedEarlier: await turn.repeatedEarlier(variant.hide) }
      return JSON.stringify(plan)
    },
    step: ({ samples }) =>
      Promise.resolve(
        samples.length < wanted
          ? { round: { level: 0, round: 0, questions, hasOthers: false }, end: null }
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
