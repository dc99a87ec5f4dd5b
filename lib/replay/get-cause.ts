import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import type { CausePlan } from './causes/cause-plan'
import type { Check } from './model/check'
import type {
  CauseInput,
  CauseResult,
  CauseRound,
  ReplayBudget,
  ReplayState,
  ReplayUsage,
} from './model/replay'
import type { RoundPurpose } from './search/cause-search'
import {
  askToStop,
  replayById,
  type ReplayRow,
  samplesOfReplay,
  type SampleRow,
} from './sql/replays'
import { interruptReplay } from './run-replays'

/** A search for causes, as far as it is. */
export interface CauseSearch {
  id: string
  sessionId: string
  eventId: string
  check: Check
  state: ReplayState
  budget: ReplayBudget
  usage: ReplayUsage
  /** how many memories may be hidden; null: not known yet */
  memoryCount: number | null
  rounds: CauseRound[]
  /** null: there is none yet, or there will be none */
  result: CauseResult | null
  /** why it failed; null: it did not */
  error: string | null
  startedBy: Actor
  /** milliseconds since 1970 */
  createdAt: number
  finishedAt: number | null
}

/** One answer of a search, by what was hidden of the memories. */
export interface CauseAnswer {
  /** 0: the answer was asked among the memories; above, among lines */
  level: number
  round: number
  shown: number
  hidden: number
  held: boolean
  text: string
}

/** All answers of a search for causes so far, in the order in which they were asked. */
export async function answersOfCause(db: Database, id: string): Promise<CauseAnswer[]> {
  const row = await replayById(db.read, id)
  if (!row) return []
  return (await samplesOfReplay(db.read, row.key)).map((sample) => {
    const { shown, hide } = JSON.parse(sample.question) as StoredQuestion
    const { texts } = JSON.parse(sample.answer) as { texts: readonly string[] }
    const { level, round, held } = sample
    return { level, round, shown, hidden: hide.length, held: held === 1, text: texts.join('\n\n') }
  })
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
    id: row.id,
    sessionId: row.sessionId,
    eventId: row.eventId,
    check,
    state: row.state,
    budget: { maxRequests: row.maxRequests, maxTokens: row.maxTokens },
    usage: {
      requests: row.requests,
      inputTokens: row.inputTokens,
      outputTokens: row.outputTokens,
    },
    memoryCount: plan?.items.reduce((sum, item) => sum + item.length, 0) ?? null,
    rounds: roundsOf(samples),
    result: row.result === null ? null : (JSON.parse(row.result) as CauseResult),
    error: row.error,
    startedBy: { type: row.actorType, id: row.actorId },
    createdAt: row.createdAt,
    finishedAt: row.finishedAt,
  }
}

/** A question as it is stored with its answer. */
interface StoredQuestion {
  purpose: RoundPurpose
  shown: number
  hide: readonly unknown[]
}

/** One line a question of a round: what was hidden, and in how many of its samples the check held. */
function roundsOf(samples: readonly SampleRow[]): CauseRound[] {
  const rounds: CauseRound[] = []
  let before: string | null = null
  for (const { level, round, question, held } of samples) {
    const key = `${level} ${round} ${question}`
    if (key !== before) {
      const { purpose, shown, hide } = JSON.parse(question) as StoredQuestion
      const share = { held: 0, of: 0 }
      rounds.push({ level, purpose, shown, hidden: hide.length, share })
    }
    before = key
    const last = rounds.at(-1)
    if (!last) continue
    const share = { held: last.share.held + (held === 1 ? 1 : 0), of: last.share.of + 1 }
    rounds[rounds.length - 1] = { ...last, share }
  }
  return rounds
}

/** Stops a search for causes; what it knows stays. Returns whether there was something to stop. */
export async function cancelCause(db: Database, id: string): Promise<boolean> {
  const isStopped = await db.write((tx) => askToStop(tx, id, Date.now()))
  if (isStopped) interruptReplay(id)
  return isStopped
}
