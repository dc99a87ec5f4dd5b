import type { Database } from '@/lib/db/database'
import type { BisectionPlan } from './bisections/bisection-plan'
import { parsedMoment } from './bisections/stored-moment'
import type { Check } from './model/check'
import type { BisectionInput, FoundTurn } from './model/replay'
import { headOf, type ReplayHead } from './replay-head'
import type { BisectionPurpose } from './search/bisection'
import type { Share } from './search/question'
import { replayById, type SampleRow, samplesOfReplay } from './sql/replays'

/** A moment that was asked, as a person follows it. */
export interface BisectionStep {
  purpose: BisectionPurpose
  /** how many of the changes it has */
  moment: number
  /** the last of them; null: it has none */
  change: BisectionPlan['changes'][number] | null
  share: Share
}

/** A search for the change with which an answer turned, as far as it is. */
export interface Bisection extends ReplayHead {
  check: Check
  /** changes that are looked at; null: not known yet */
  changeCount: number | null
  steps: BisectionStep[]
  /** null: there is none yet, or there will be none */
  result: FoundTurn | null
}

/** A bisection by its id; null: there is none. */
export async function getBisection(db: Database, id: string): Promise<Bisection | null> {
  const row = await replayById(db.read, id)
  if (!row || row.kind !== 'bisection') return null
  const { check } = JSON.parse(row.input) as BisectionInput
  const plan = row.plan === null ? null : (JSON.parse(row.plan) as BisectionPlan)
  return {
    ...headOf(row),
    check,
    changeCount: plan?.changes.length ?? null,
    steps: plan ? stepsOf(plan, await samplesOfReplay(db.read, row.key)) : [],
    // What was found before it went on is not what it will say.
    result:
      row.result === null || row.finishedAt === null ? null : (JSON.parse(row.result) as FoundTurn),
  }
}

/** One step a moment of a round, in the order in which they were asked. */
function stepsOf({ changes }: BisectionPlan, samples: readonly SampleRow[]): BisectionStep[] {
  const steps = new Map<string, BisectionStep>()
  for (const { round, question, held } of samples) {
    const { purpose, moment } = parsedMoment(question)
    const key = `${round} ${moment}`
    const { share } = steps.get(key) ?? { share: { held: 0, of: 0 } }
    steps.set(key, {
      purpose,
      moment,
      change: changes[moment - 1] ?? null,
      share: { held: share.held + (held === 1 ? 1 : 0), of: share.of + 1 },
    })
  }
  return [...steps.values()]
}
