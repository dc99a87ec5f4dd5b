import { getObservedSession } from '@/lib/connect/get-observed-session'
import { estimatedTokens } from '@/lib/context/estimate-tokens'
import type { Database } from '@/lib/db/database'
import { SessionError } from '@/lib/agent/problems'
import type { Actor } from '@/lib/store/model/actor'
import { newId } from '@/lib/text/prefixed-id'
import { holds } from './checks'
import { type Check, checkSchema } from './model/check'
import type { ReplayBudget } from './model/replay'
import { refuseReplay } from './problems'
import { runReplay } from './run-replays'
import { MIN_BUDGET } from './search/cause-search'
import { insertReplay } from './sql/replays'
import { ReplayedTurn } from './replayed-turn'

export interface CauseRequest {
  sessionId: string
  /** of the turn: its message, or any event of it */
  eventId: string
  check: unknown
  /** left out: what one or two causes need in 95 of 100 searches */
  budget?: Partial<ReplayBudget> | undefined
}

/** The price of a search, before anything is asked. */
export interface CauseEstimate {
  check: Check
  /** whether the check holds in the recorded answer: else there is nothing to look for */
  holds: boolean
  memoryCount: number
  /** requests of one answer, as recorded */
  requestsPerAnswer: number
  /** of a usual search, with one cause */
  requests: number
  inputTokens: number
  outputTokens: number
  /** the budget that it would have */
  budget: ReplayBudget
  /** events before the turn in which the agent itself repeats something of a memory */
  repeatedEarlier: string[]
}

/** Answers of a usual search, and of one with two causes in 95 of 100 (why-search.md, section 4). */
const USUAL_SAMPLES = 45
const BUDGETED_SAMPLES = 120

/** Memories whose words are looked for in what the agent said: of the most suspect, it is enough. */
const MAX_LOOKED_FOR = 200

/**
 * Estimates the price of a search for causes. Asks no model. Refuses `session_not_found`,
 * `observed_session`, `no_memory_in_answer`, `answer_redacted`, `check_invalid`, `budget_too_small`.
 */
export async function estimateCause(db: Database, input: CauseRequest): Promise<CauseEstimate> {
  const { check, turn, budget } = await checked(db, input)
  const memories = await turn.memories()
  const perAnswer = turn.requestCount
  const { outputTokens } = turn.recordedUsage
  const suspect = memories.slice(0, MAX_LOOKED_FOR)
  return {
    check,
    holds: holds(check, turn.recorded),
    memoryCount: memories.length,
    requestsPerAnswer: perAnswer,
    requests: USUAL_SAMPLES * perAnswer,
    inputTokens: USUAL_SAMPLES * perAnswer * estimatedTokens(turn.firstRequest),
    outputTokens: USUAL_SAMPLES * outputTokens,
    budget,
    repeatedEarlier: await turn.repeatedEarlier(suspect),
  }
}

/**
 * Starts a search for what made an answer pass a check; it runs in the background. Returns its id.
 * Refuses as `estimateCause` does, and `check_invalid` for a check that does not hold in the answer.
 */
export async function startCause(
  db: Database,
  input: CauseRequest & { by: Actor },
): Promise<string> {
  const { check, turn, budget } = await checked(db, input)
  if (!holds(check, turn.recorded)) {
    refuseReplay({ kind: 'check_invalid', reason: 'it does not hold in the answer' })
  }
  const id = newId('cause')
  await db.write(async (tx) => {
    const isThere = await insertReplay(tx, {
      id,
      sessionId: input.sessionId,
      kind: 'cause',
      eventId: input.eventId,
      input: JSON.stringify({ check }),
      ...budget,
      actorType: input.by.type,
      actorId: input.by.id,
      createdAt: Date.now(),
    })
    if (!isThere) throw new SessionError({ kind: 'session_not_found', sessionId: input.sessionId })
  })
  await runReplay(db, id)
  return id
}

async function checked(db: Database, { sessionId, eventId, check, budget }: CauseRequest) {
  const parsed = checkSchema.safeParse(check)
  if (!parsed.success) {
    const reason = parsed.error.issues[0]?.message ?? 'it is not a check'
    return refuseReplay({ kind: 'check_invalid', reason })
  }
  const turn = await opened(db, sessionId, eventId)
  const least = MIN_BUDGET * turn.requestCount
  const maxRequests = budget?.maxRequests ?? BUDGETED_SAMPLES * turn.requestCount
  if (maxRequests < least) refuseReplay({ kind: 'budget_too_small', least })
  const maxTokens = budget?.maxTokens ?? null
  return { check: parsed.data, turn, budget: { maxRequests, maxTokens } }
}

async function opened(db: Database, sessionId: string, eventId: string): Promise<ReplayedTurn> {
  try {
    return await ReplayedTurn.open(db, { sessionId, eventId })
  } catch (error) {
    const isUnknown = error instanceof SessionError && error.problem.kind === 'session_not_found'
    if (isUnknown && (await getObservedSession(db, sessionId))) {
      return refuseReplay({ kind: 'observed_session', sessionId })
    }
    throw error
  }
}
