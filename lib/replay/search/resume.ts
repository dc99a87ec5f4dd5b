/** A search that yields rounds of questions, and is resumed with whether the check held in each. */
export type Asking<Round, Result> = Generator<Round, Result, readonly boolean[]>

/** A search as its answers so far leave it: the round to ask now, or the result. */
export type Resumed<Question, Round, Result> = {
  /** all that was asked so far, in order */
  readonly asked: readonly { readonly question: Question; readonly held: boolean }[]
  /** how many rounds were answered in full */
  readonly rounds: number
  /** those, in order */
  readonly answered: readonly Round[]
} & (
  | { readonly round: Round; readonly result: null }
  | { readonly round: null; readonly result: Result }
)

/**
 * The state of a search after these rounds of answers; one that lacks an answer is the round to ask.
 * It is told nothing but the answers: a search goes on after a restart from what was stored.
 */
export function resumed<
  Question,
  Round extends { readonly questions: readonly Question[] },
  Result,
>(
  search: Asking<Round, Result>,
  answered: readonly (readonly (boolean | undefined)[])[],
): Resumed<Question, Round, Result> {
  const asked: { question: Question; held: boolean }[] = []
  const full: Round[] = []
  let step = search.next([])
  for (const answers of answered) {
    if (step.done || step.value.questions.some((_, index) => answers[index] === undefined)) break
    for (const [index, question] of step.value.questions.entries()) {
      asked.push({ question, held: answers[index] === true })
    }
    full.push(step.value)
    step = search.next(answers.map((held) => held === true))
  }
  const known = { asked, rounds: full.length, answered: full }
  return step.done
    ? { ...known, round: null, result: step.value }
    : { ...known, round: step.value, result: null }
}
