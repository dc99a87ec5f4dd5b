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
import { areRepeatsWeak, askedAmong, purposesOf, storedQuestion } from '../run/stored-question'
import type { ReplayedTurn } from '../replayed-turn'
import type { SearchVerdict } from '../search/cause-search'
import { type CausePlan, MAX_LOOKED_FOR, planCauses, type PlannedMemory } from './cause-plan'
import { nextStepOfCauses } from './cause-program'
import { hunksOf } from './line-items'
import type { ProgramRound, ProgramStep as StepOfCauses } from './program-step'

/** A search for causes as a replay runs it. */
export function causeReplay(db: Database, { check }: CauseInput): ReplayProgram {
  const program: ReplayProgram = {
    checks: [check],
    awaitsMarks: check.type === 'person',
    plan: async (turn) => JSON.stringify(await planCauses(turn, settings().replayConcurrency)),
    step: async ({ turn, plan, samples, budget, likely }): Promise<ProgramStep> => {
      const setup = {
        plan: JSON.parse(plan) as CausePlan,
        budget,
        likely,
        asked: purposesOf(samples),
        areRepeatsWeak: areRepeatsWeak(samples),
        hunksOf: (memory: PlannedMemory) => hunksOf(db, memory, turn.recorded.texts),
      }
      const next = await nextStepOfCauses(setup, answeredBy(samples, askedAmong))
      if (next.round) return { round: asked(next.round), end: null }
      return { round: null, end: await ended(turn, setup.plan, next) }
    },
    endSoFar: (so: AnswersSoFar) => endOfFullRounds(program, so),
  }
  return program
}

function asked({ level, round, purpose, questions, hasOthers }: ProgramRound): AskedRound {
  return {
    level,
    round,
    hasOthers,
    questions: questions.map(({ hide, ...about }) => ({
      variant: { hide },
      stored: storedQuestion(purpose, about),
    })),
  }
}

type EndedStep = Extract<StepOfCauses, { round: null }>

const IS_OPEN: ReadonlySet<SearchVerdict> = new Set(['undecided', 'contributes'])

/**
 * With what the agent itself repeats of the causes; where none was found, of the most suspect memories:
 * what it says may stand there.
 */
async function ended(
  turn: ReplayedTurn,
  { items }: CausePlan,
  { result: found, areLinesOpen }: EndedStep,
): Promise<ProgramEnd> {
  const suspects = found.causes.length > 0 ? found.causes : items.flat().slice(0, MAX_LOOKED_FOR)
  const { eventIds, firstRead } = await turn.repeatedEarlier(
    suspects.map(({ storeId, memoryId }) => ({ storeId, memoryId })),
  )
  const result: CauseResult = { ...found, repeatedEarlier: eventIds, firstRead }
  return {
    result,
    // Of causes that contribute it is not known what else does, and of others maybe not which lines.
    isOpen: found.parts ? found.more != null : IS_OPEN.has(found.verdict) || areLinesOpen,
    isFound: found.verdict === 'caused' || found.parts !== undefined,
  }
}
