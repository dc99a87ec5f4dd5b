import type { Database } from '@/lib/db/database'
import { settings } from '@/lib/settings'
import type { BisectionInput, FoundTurn } from '../model/replay'
import {
  answeredBy,
  type AnswersSoFar,
  endOfFullRounds,
  type ProgramStep,
  type ReplayProgram,
} from '../run/replay-program'
import { type BisectionResult, resumeBisection } from '../search/bisection'
import { type BisectionPlan, planBisection, storesAfter } from './bisection-plan'
import { parsedMoment, storedMoment } from './stored-moment'

/** A search for the change with which an answer turned, as a replay runs it. */
export function bisectionReplay(db: Database, { check, good, bad }: BisectionInput): ReplayProgram {
  const program: ReplayProgram = {
    checks: [check],
    awaitsMarks: false,
    plan: async (turn) => {
      const atOnce = settings().replayConcurrency
      return JSON.stringify(await planBisection(db, turn, { good, bad, atOnce }))
    },
    step: async ({ plan: json, samples, budget }): Promise<ProgramStep> => {
      const plan = JSON.parse(json) as BisectionPlan
      const { atOnce, changes } = plan
      const setup = { changeCount: changes.length, atOnce, budget }
      const [answered = []] = answeredBy(samples, askedAt)
      const { round, rounds, result, hasOthers } = await resumeBisection(setup, answered)
      if (!round) return { round: null, end: ended(result, plan) }
      const questions = round.questions.map((moment) => ({
        variant: { hide: [], at: storesAfter(plan, moment) },
        stored: storedMoment({ purpose: round.purpose, moment }),
      }))
      return { round: { level: 0, round: rounds, questions, hasOthers }, end: null }
    },
    endSoFar: (so: AnswersSoFar) => endOfFullRounds(program, so),
  }
  return program
}

function askedAt(stored: string) {
  return { question: parsedMoment(stored).moment }
}

function ended({ turn, ...result }: BisectionResult, { changes }: BisectionPlan) {
  const change = turn === null ? null : (changes[turn - 1] ?? null)
  const found: FoundTurn = { ...result, change }
  return {
    result: found,
    isOpen: result.verdict === 'undecided',
    isFound: result.verdict === 'found',
  }
}
