import type { Database } from '@/lib/db/database'
import { settings } from '@/lib/settings'
import type { CauseInput, CauseResult } from '../model/replay'
import {
  answeredBy,
  type AnswersSoFar,
  type AskedRound,
  endOfFullRounds,
  type ProgramEnd,
  type ProgramStep,
  type ReplayProgram,
} from '../run/replay-program'
import { storedQuestion } from '../run/stored-question'
import type { ReplayedTurn } from '../replayed-turn'
import { type CausePlan, planCauses, type PlannedMemory } from './cause-plan'
import { nextStepOfCauses, type ProgramRound } from './cause-program'
import { hunksOf } from './line-items'

/** A search for causes as a replay runs it. */
export function causeReplay(db: Database, { check }: CauseInput): ReplayProgram {
  const program: ReplayProgram = {
    checks: [check],
    awaitsMarks: check.type === 'person',
    plan: async (turn) => JSON.stringify(await planCauses(turn, settings().replayConcurrency)),
    step: async ({ turn, plan, samples, budget }): Promise<ProgramStep> => {
      const setup = {
        plan: JSON.parse(plan) as CausePlan,
        budget,
        hunksOf: (memory: PlannedMemory) => hunksOf(db, memory, turn.recorded.texts),
      }
      const { round, result } = await nextStepOfCauses(setup, answeredBy(samples))
      if (round) return { round: asked(round), end: null }
      return { round: null, end: await ended(turn, result) }
    },
    endSoFar: (so: AnswersSoFar) => endOfFullRounds(program, so),
  }
  return program
}

function asked({ level, round, purpose, questions }: ProgramRound): AskedRound {
  return {
    level,
    round,
    questions: questions.map(({ hide, ...about }) => ({
      variant: { hide },
      stored: storedQuestion(purpose, about),
    })),
  }
}

/** With what the agent itself repeats of the causes. */
async function ended(
  turn: ReplayedTurn,
  found: Omit<CauseResult, 'repeatedEarlier'>,
): Promise<ProgramEnd> {
  const causes = found.causes.map(({ storeId, memoryId }) => ({ storeId, memoryId }))
  const result: CauseResult = { ...found, repeatedEarlier: await turn.repeatedEarlier(causes) }
  return {
    result,
    isOpen: found.verdict === 'undecided',
    isFound: found.verdict === 'caused',
  }
}
