import type { Moment } from '@/lib/store/model/moment'
import type { BisectionResult } from '../search/bisection'
import type { RoundPurpose, SearchVerdict, UnlikeEnd } from '../search/cause-search'
import type { Share } from '../search/question'
import type { Interval } from '../search/share-interval'
import type { Check } from './check'

/** Long work on a turn that is asked again, whichever kind. */
export type ReplayState =
  | 'pending'
  | 'running'
  | 'completed'
  | 'canceled'
  | 'failed'
  | 'budget_reached'

/** The most that a replay may ask of models. */
export interface ReplayBudget {
  readonly maxRequests: number
  /** of input and output together; null: any number */
  readonly maxTokens: number | null
}

export interface ReplayUsage {
  readonly requests: number
  readonly inputTokens: number
  readonly outputTokens: number
}

/** Tokens with what they cost at most. */
export interface PricedUsage extends ReplayUsage {
  /** US dollars, as `usdOf` has it */
  readonly usd: number | null
}

/** The part of what is stored of all work on a turn: whom it asks. */
interface AskedModel {
  /** the model that answers; left out: of work that was begun before this was kept */
  readonly model?: string
}

/** The input of a search for causes, as it is stored. */
export interface CauseInput extends AskedModel {
  readonly check: Check
}

/** The differences with which a turn is asked again, as they are stored. */
export interface StoredVariant {
  readonly hide: readonly {
    readonly storeId: string
    readonly memoryId: string
    readonly lines?: readonly (readonly [from: number, to: number])[]
  }[]
  readonly at?: readonly { readonly storeId: string; readonly sequence: number }[]
  readonly model?: string
}

/** The input of a replay, as it is stored. */
export interface ReplayInput extends AskedModel {
  readonly variant: StoredVariant
  readonly samples: number
  readonly checks: readonly Check[]
}

/** The input of a bisection, as it is stored. */
export interface BisectionInput extends AskedModel {
  readonly check: Check
  /** left out: the stores' beginning, and the turn's start */
  readonly good?: Moment
  readonly bad?: Moment
}

/** The outcome of a bisection; stored without any text. */
export interface FoundTurn extends Omit<BisectionResult, 'turn'> {
  /** the change with which the answer turned; null unless found */
  readonly change: {
    readonly storeId: string
    readonly sequence: number
    readonly memoryId: string
    readonly versionId: string
    /** how many changes to what the answer reads were made at once, this the last of them */
    readonly together: number
    /** the change before it that was looked at, in its store */
    readonly after: number
  } | null
}

/** A question of a search as a person follows it: its hidden items, and how often the check held. */
export interface CauseRound {
  /** 0 among the memories, as are halves of them (100); else among the lines of what was found */
  readonly level: number
  readonly purpose: RoundPurpose
  readonly shown: number
  readonly hidden: number
  readonly share: Share
}

/** A memory, or lines of it, without which the answer changes. */
export interface FoundCause {
  readonly storeId: string
  readonly memoryId: string
  readonly versionId: string
  /** the lines that do it, by their numbers in that version; null: no lines do it by themselves */
  readonly lines: readonly [from: number, to: number] | null
  /** the version that wrote these lines; of a whole memory, the version itself */
  readonly writtenBy: string
  /** its part in it; left out: it was not asked for all that add a little, or none of those answers told */
  readonly adds?: Added
}

/** A memory's part in how often a check holds, whichever half of the others is shown. */
export interface Added {
  /** of the answers in which it was shown, and of those in which it was hidden */
  readonly with: Share
  readonly without: Share
  /** of the difference, wider the more memories were asked about; without 0 if it surely adds */
  readonly interval: Interval
}

/** The answers by which all that add a little were looked for. */
export interface PartsAsked {
  readonly answers: number
  /** memories of which another half was hidden in each */
  readonly memories: number
  /** less suspect memories that were shown in all */
  readonly leftOut: number
}

/** Causes that were hidden, by their places, the others shown, and how often the check held. */
export interface OpenCell {
  readonly hidden: readonly number[]
  readonly share: Share
  /** answers that would likely tell; null, or left out: it is not known how many, or it is told */
  readonly more?: number | null
}

/** The outcome of a search; stored without any text. */
export interface CauseResult {
  readonly verdict: SearchVerdict
  /** the answer as it was */
  readonly baseline: Share
  /** whether it came in the same words each time: repeats then tell little; left out: it did not */
  readonly areRepeatsWeak?: boolean
  readonly causes: readonly FoundCause[]
  /** sets of places in `causes` of which each suffices, the smallest */
  readonly sufficientSets: readonly (readonly number[])[]
  /** only the causes shown, and only the causes hidden; null: not confirmed */
  readonly confirmed: {
    readonly withCauses: Share
    readonly withoutCauses: Share
    /** of the difference, 90 % */
    readonly interval: Interval
    /** left out: of a search that did not look */
    readonly unlike?: readonly UnlikeEnd[]
  } | null
  /** how often the check held with some of `causes` hidden: of an undecided search, and of causes that contribute */
  readonly open: readonly OpenCell[]
  /** answers that would likely decide it, or tell the lines; null, or left out: not known, or it is decided */
  readonly more?: number | null
  /** left out: all that add a little were not looked for */
  readonly parts?: PartsAsked
  /** events before the turn in which the agent itself repeats a cause; of none found, the most suspect */
  readonly repeatedEarlier: readonly string[]
  /** the message of the turn in which that was first read; null: it was not; left out: not known */
  readonly firstRead?: string | null
}
