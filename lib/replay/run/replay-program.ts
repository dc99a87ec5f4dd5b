import type { Check } from '../model/check'
import type { ReplayedTurn, Variant } from '../replayed-turn'
import type { SampleRow } from '../sql/replays'

/** A question of a round: what is different in it, and what is kept of it with its answer. */
export interface AskedQuestion {
  readonly variant: Variant
  /** JSON: ids and numbers, without any text */
  readonly stored: string
}

/** Questions that are asked together; the next round waits for the last answer. */
export interface AskedRound {
  readonly level: number
  readonly round: number
  readonly questions: readonly AskedQuestion[]
  /** whether answers of this round are stored that are to other questions; later ones are not looked at */
  readonly hasOthers: boolean
}

/** The outcome of a program. */
export interface ProgramEnd {
  /** as it is stored: ids, numbers and words of closed sets */
  readonly result: object
  /** whether more answers would have told more */
  readonly isOpen: boolean
  /** whether it is worth keeping though the search was stopped before its end */
  readonly isFound: boolean
}

export type ProgramStep =
  | { readonly round: AskedRound; readonly end: null }
  | { readonly round: null; readonly end: ProgramEnd }

/**
 * One kind of long work on a turn. Its steps are a function of the plan and of the answers so far, so
 * that another process goes on with it.
 */
export interface ReplayProgram {
  /** what is looked for in each answer */
  readonly checks: readonly Check[]
  /** whether it goes on only once a person has marked each of its answers */
  readonly awaitsMarks: boolean
  /** what may be asked, as it is stored before the first answer: JSON of ids and numbers */
  plan(turn: ReplayedTurn): Promise<string>
  /** the step after these answers, of which there may be `budget` in all, and will likely be `likely` */
  step(so: AnswersSoFar & AnswersInAll): Promise<ProgramStep>
  /** the end as these answers tell it; null: they tell nothing */
  endSoFar(so: AnswersSoFar): Promise<ProgramEnd | null>
}

export interface AnswersSoFar {
  readonly turn: ReplayedTurn
  readonly plan: string
  readonly samples: readonly SampleRow[]
}

/** The answers that there may be in all: the most, and as many as it will likely come to. */
export interface AnswersInAll {
  readonly budget: number
  readonly likely: number
}

/** The end of a search as the rounds tell it that were answered in full; null: they tell nothing. */
export async function endOfFullRounds(
  program: Pick<ReplayProgram, 'step'>,
  so: AnswersSoFar,
): Promise<ProgramEnd | null> {
  const any = Number.MAX_SAFE_INTEGER
  const { round, end } = await program.step({ ...so, budget: any, likely: any })
  if (!round) return end
  const samples = so.samples.filter(
    (each) => each.level < round.level || (each.level === round.level && each.round < round.round),
  )
  const all = samples.length
  return (await program.step({ ...so, samples, budget: all, likely: all })).end
}

/**
 * The stored answers with their questions, by level, round and slot, as `askedIn` reads those; `held` is
 * undefined where a person has yet to mark it.
 */
export function answeredBy<Asked extends object>(
  samples: readonly SampleRow[],
  askedIn: (stored: string) => Asked,
): (Asked & { held: boolean | undefined })[][][] {
  const levels: (Asked & { held: boolean | undefined })[][][] = []
  for (const { level, round, slot, held, question } of samples) {
    levels[level] ??= []
    const rounds = levels[level]
    rounds[round] ??= []
    const answers = rounds[round]
    answers[slot] = { ...askedIn(question), held: held === null ? undefined : held === 1 }
  }
  return levels
}
