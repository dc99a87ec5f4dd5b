import { turns } from '@/lib/turns'

/** A search that yields rounds of questions, and is resumed with whether the check held in each. */
export type Asking<Round, Result> = Generator<Round, Result, readonly boolean[]>

/** An answer as it was stored, with the question that it was asked. */
export interface StoredAnswer<Question> {
  readonly question: Question
  /** undefined: a person has yet to say */
  readonly held: boolean | undefined
}

/** Stored answers by round and by their place in it; undefined: not asked yet. */
export type StoredRounds<Answer> = readonly (readonly (Answer | undefined)[] | undefined)[]

/** A search as its answers so far leave it: the round to ask now, or the result. */
export type Resumed<Question, Round, Result> = {
  /** all that was asked so far, in order */
  readonly asked: readonly { readonly question: Question; readonly held: boolean }[]
  /** how many rounds were answered in full */
  readonly rounds: number
  /** those, in order */
  readonly answered: readonly Round[]
  /**
   * whether answers of the round to ask are stored that are to other questions than it asks, or answers
   * of a round after the last; later ones are not looked at, and none of them are used
   */
  readonly hasOthers: boolean
} & (
  | { readonly round: Round; readonly result: null }
  | { readonly round: null; readonly result: Result }
)

/**
 * The state of a search after these rounds of answers; one that lacks an answer is the round to ask.
 * It is told nothing but the answers: a search goes on after a restart from what was stored. Another
 * version of the search, or of what is searched, may have asked something else: from the first round
 * with an answer to another question on (`isTo` says so), none is taken. It yields between rounds.
 */
export async function resumed<
  Question,
  Round extends { readonly questions: readonly Question[] },
  Result,
  Answer extends Pick<StoredAnswer<Question>, 'held'>,
>(
  search: Asking<Round, Result>,
  stored: StoredRounds<Answer>,
  isTo: (answer: Answer, question: Question) => boolean,
): Promise<Resumed<Question, Round, Result>> {
  const maybeYield = turns()
  const asked: { question: Question; held: boolean }[] = []
  const full: Round[] = []
  let hasOthers = false
  let step = search.next([])
  for (const answers of stored) {
    if (step.done) {
      hasOthers = answers?.some((answer) => answer !== undefined) === true
      break
    }
    const { questions } = step.value
    hasOthers = questions.some((question, index) => {
      const answer = answers?.[index]
      return answer !== undefined && !isTo(answer, question)
    })
    if (hasOthers || questions.some((_, index) => answers?.[index]?.held === undefined)) break
    const held = questions.map((_, index) => answers?.[index]?.held === true)
    for (const [index, question] of questions.entries()) {
      asked.push({ question, held: held[index] === true })
    }
    full.push(step.value)
    await maybeYield()
    step = search.next(held)
  }
  const known = { asked, rounds: full.length, answered: full, hasOthers }
  return step.done
    ? { ...known, round: null, result: step.value }
    : { ...known, round: step.value, result: null }
}
