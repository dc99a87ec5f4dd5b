import type { RoundPurpose } from '../search/cause-search'
import type { Question } from '../search/question'

/** A question as it is kept with its answer: which items it showed, by their numbers in the plan. */
export interface StoredQuestion {
  readonly purpose: RoundPurpose
  readonly shown: number
  readonly hidden: number
  readonly question: Question
}

export function storedQuestion(
  purpose: RoundPurpose,
  { shown, hidden, question }: Omit<StoredQuestion, 'purpose'>,
): string {
  const { shownCount, fixed } = question
  return JSON.stringify({ purpose, shown, hidden, shownCount, fixed: [...fixed] })
}

export function parsedQuestion(json: string): StoredQuestion {
  const { purpose, shown, hidden, shownCount, fixed } = JSON.parse(json) as {
    purpose: RoundPurpose
    shown: number
    hidden: number
    shownCount: number
    fixed: [number, boolean][]
  }
  return { purpose, shown, hidden, question: { shownCount, fixed: new Map(fixed) } }
}
