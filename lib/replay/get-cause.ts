import type { Database } from '@/lib/db/database'
import type { CausePlan } from './causes/cause-plan'
import { PARTS_LEVEL } from './causes/parts-program'
import type { Check } from './model/check'
import type { CauseInput, CauseResult, CauseRound } from './model/replay'
import { sampleName } from './model/sample-name'
import { headOf, type ReplayHead } from './replay-head'
import { parsedQuestion } from './run/stored-question'
import { allBut, isSameQuestion, noneBut, type Question, repeatedQuestion } from './search/question'
import { replayById, type ReplayRow, samplesOfReplay, type SampleRow } from './sql/replays'

/** A search for causes, as far as it is. */
export interface CauseSearch extends ReplayHead {
  check: Check
  /** how many memories may be hidden; null: not known yet */
  memoryCount: number | null
  rounds: CauseRound[]
  /** the answers that a person has yet to mark, in the order in which they were asked; of one that is over, none */
  waiting: WaitingAnswer[]
  /** how far the look for all that add a little is; null: nobody asked for it */
  parts: { asked: number; of: number } | null
  /** null: there is none yet, or there will be none */
  result: CauseResult | null
}

/** An answer that waits for a person to mark it. */
export interface WaitingAnswer {
  /** for `markAnswer` */
  sample: string
  texts: readonly string[]
}

/** Texts of answers that tell most: as it was, without the causes, and with them alone; '' of none. */
export interface TellingAnswers {
  asItWas: string
  without: string
  alone: string
}

/** An answer of each kind to quote beside a result. */
export async function tellingAnswers(db: Database, id: string): Promise<TellingAnswers> {
  const row = await replayById(db.read, id)
  const nothing = { asItWas: '', without: '', alone: '' }
  if (!row?.plan || !row.result) return nothing
  const { items } = JSON.parse(row.plan) as CausePlan
  const { causes } = JSON.parse(row.result) as CauseResult
  const found = causes.map(({ memoryId }) =>
    items.findIndex((item) => item.some((memory) => memory.memoryId === memoryId)),
  )
  const among = (await samplesOfReplay(db.read, row.key)).filter(({ level }) => level === 0)
  const textOf = (question: Question, held: number) => {
    const isSame = (asked: Question) =>
      isSameQuestion(repeatedQuestion(asked, found), question, items.length)
    const sample = among.find(
      (each) => each.held === held && isSame(parsedQuestion(each.question).question),
    )
    if (!sample) return ''
    const { texts } = JSON.parse(sample.answer) as { texts: readonly string[] }
    return texts.join('\n\n')
  }
  return {
    asItWas: textOf(allBut(items.length, []), 1),
    without: textOf(allBut(items.length, found), 0),
    alone: textOf(noneBut(found), 1),
  }
}

/** A search for causes by its id; null: there is none. */
export async function getCause(db: Database, id: string): Promise<CauseSearch | null> {
  const row = await replayById(db.read, id)
  if (!row || row.kind !== 'cause') return null
  return causeOf(row, await samplesOfReplay(db.read, row.key))
}

function causeOf(row: ReplayRow, samples: readonly SampleRow[]): CauseSearch {
  const { check } = JSON.parse(row.input) as CauseInput
  const plan = row.plan === null ? null : (JSON.parse(row.plan) as CausePlan)
  return {
    ...headOf(row),
    check,
    memoryCount: plan?.items.reduce((sum, item) => sum + item.length, 0) ?? null,
    rounds: roundsOf(samples),
    waiting: row.finishedAt === null ? waitingOf(samples) : [],
    parts: plan?.parts
      ? {
          asked: samples.filter(({ level }) => level === PARTS_LEVEL).length,
          of: plan.parts.answers,
        }
      : null,
    result: row.finishedAt === null ? (plan?.parts?.found ?? null) : resultOf(row),
  }
}

function resultOf({ result }: ReplayRow): CauseResult | null {
  return result === null ? null : (JSON.parse(result) as CauseResult)
}

function waitingOf(samples: readonly SampleRow[]): WaitingAnswer[] {
  return samples
    .filter(({ held }) => held === null)
    .map((sample) => {
      const { texts } = JSON.parse(sample.answer) as { texts: readonly string[] }
      return { sample: sampleName(sample), texts }
    })
}

/**
 * One line a question of a round: what was hidden, and in how many of its samples the check held. All that
 * hid another half each are one, with the first half.
 */
function roundsOf(samples: readonly SampleRow[]): CauseRound[] {
  const rounds: CauseRound[] = []
  let before: string | null = null
  for (const { level, round, question, held } of samples) {
    const { purpose, shown, hidden, question: asked } = parsedQuestion(question)
    const { shownCount, fixed } = repeatedQuestion(asked, [])
    const key = JSON.stringify(
      level === PARTS_LEVEL ? purpose : [level, round, purpose, shownCount, ...fixed],
    )
    if (key !== before) {
      const share = { held: 0, of: 0 }
      rounds.push({ level, purpose, shown, hidden, share })
    }
    before = key
    const last = rounds.at(-1)
    if (!last) continue
    // One that a person has yet to mark is neither.
    if (held === null) continue
    const share = { held: last.share.held + held, of: last.share.of + 1 }
    rounds[rounds.length - 1] = { ...last, share }
  }
  return rounds
}
