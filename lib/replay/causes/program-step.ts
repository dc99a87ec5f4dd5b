import type { CauseResult } from '../model/replay'
import type { Hide } from '../replayed-turn'
import type { AnswerAmong, RoundPurpose } from '../search/cause-search'
import type { Question } from '../search/question'
import type { StoredRounds } from '../search/resume'

/** The answers of a search so far: by level, by round, in the order of its questions. */
export type AnsweredLevels = readonly (StoredRounds<AnswerAmong> | undefined)[]

/** A question, and what it hides. */
export interface ProgramQuestion {
  readonly hide: readonly Hide[]
  readonly question: Question
  /** how many items it shows and hides, without what a repeat puts aside */
  readonly shown: number
  readonly hidden: number
  readonly areRepeatsWeak: boolean
  /** tells the items from others, where they are made anew each time */
  readonly items?: string | undefined
}

/** A round to ask. */
export interface ProgramRound {
  readonly level: number
  readonly round: number
  readonly purpose: RoundPurpose
  readonly questions: readonly ProgramQuestion[]
  /** whether answers of this round are stored that are to other questions; later ones are not looked at */
  readonly hasOthers: boolean
}

export type ProgramStep =
  | { readonly round: ProgramRound; readonly result: null }
  | {
      readonly round: null
      readonly result: Omit<CauseResult, 'repeatedEarlier'>
      /** whether the budget ended before the lines of what was found were told */
      readonly areLinesOpen: boolean
    }
