import type { AnswerAmong, RoundPurpose } from '../search/cause-search'
import type { Question } from '../search/question'
import type { SampleRow } from '../sql/replays'

/** A question as it is kept with its answer: which items it showed, by their numbers in the plan. */
export interface StoredQuestion {
  readonly purpose: RoundPurpose
  /** without what a repeat puts aside */
  readonly shown: number
  readonly hidden: number
  readonly question: Question
  /** whether repeats were known to be weak when it was asked */
  readonly areRepeatsWeak: boolean
  /** tells the items from others, where they are made anew each time */
  readonly items?: string | undefined
}

export function storedQuestion(
  purpose: RoundPurpose,
  { shown, hidden, question, areRepeatsWeak, items }: Omit<StoredQuestion, 'purpose'>,
): string {
  const { shownCount, fixed, aside } = question
  const varied = { ...(aside === undefined ? {} : { aside }), ...(areRepeatsWeak ? WEAK : {}) }
  const about = { purpose, shown, hidden, shownCount, fixed: [...fixed] }
  return JSON.stringify({ ...about, ...varied, items })
}

const WEAK = { weak: true }

export function parsedQuestion(json: string): StoredQuestion {
  const { purpose, shown, hidden, shownCount, fixed, aside, weak, items } = JSON.parse(json) as {
    purpose: RoundPurpose
    shown: number
    hidden: number
    shownCount: number
    fixed: [number, boolean][]
    aside?: number
    weak?: true
    items?: string
  }
  const varied = aside === undefined ? {} : { aside }
  const question = { shownCount, fixed: new Map(fixed), ...varied }
  return { purpose, shown, hidden, question, areRepeatsWeak: weak === true, items }
}

/** A stored question, and among which items it was asked. */
export function askedAmong(json: string): Omit<AnswerAmong, 'held'> {
  const { question, shown, hidden, items } = parsedQuestion(json)
  return { question, itemCount: shown + hidden, items }
}

/** Answers as they were that are compared: as many as every search begins with. */
const COMPARED = 5

/**
 * Returns whether the answer as it was came in the same words, with the same calls, each time. Once
 * more was asked, what was known then counts: a redaction makes no difference to it.
 */
export function areRepeatsWeak(
  samples: readonly Pick<SampleRow, 'level' | 'round' | 'question' | 'answer'>[],
): boolean {
  const asked = samples.map((sample) => ({ ...sample, ...parsedQuestion(sample.question) }))
  const first = asked.filter(({ hidden }) => hidden === 0).slice(0, COMPARED)
  if (first.length < COMPARED) return false
  // The first round may ask with all hidden, too, before anything is known.
  const later = asked.findLast(
    (each) => !first.includes(each) && (each.level > 0 || each.round > 0),
  )
  if (later) return later.areRepeatsWeak
  const said = first.map(({ answer }) => {
    const { texts, calls } = JSON.parse(answer) as { texts: unknown; calls: unknown }
    return JSON.stringify([texts, calls])
  })
  return new Set(said).size === 1
}

/** The aims of the rounds of some samples, by level and round. */
export function purposesOf(
  samples: readonly Pick<SampleRow, 'level' | 'round' | 'question'>[],
): RoundPurpose[][] {
  const levels: RoundPurpose[][] = []
  for (const { level, round, question } of samples) {
    levels[level] ??= []
    const rounds = levels[level]
    rounds[round] ??= parsedQuestion(question).purpose
  }
  return levels
}
