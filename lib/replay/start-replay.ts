import type { Database } from '@/lib/db/database'
import type { Actor } from '@/lib/store/model/actor'
import type { Moment } from '@/lib/store/model/moment'
import { storeMoment } from '@/lib/store/time/store-moment'
import { begin, budgetFor, openTurn, priceOf } from './begin'
import { parsedCheck } from './checks'
import type { PricedUsage, ReplayBudget, ReplayInput, StoredVariant } from './model/replay'
import { refuseReplay } from './problems'
import { requireModels } from './require-models'
import type { MemoryAtTurn, RepeatedEarlier, ReplayedTurn } from './replayed-turn'

/** A memory that is hidden, or lines of it, by its id or by its path at the turn. */
export interface HideRequest {
  storeId: string
  memoryId?: string | undefined
  path?: string | undefined
  lines?: readonly [from: number, to: number] | undefined
}

export interface ReplayRequest {
  sessionId: string
  /** of the turn: its message, or any event of it */
  eventId: string
  variant?:
    | {
        hide?: readonly HideRequest[] | undefined
        /** the stores as they stood at it; a sequence counts in each */
        at?: Moment | undefined
        model?: string | undefined
      }
    | undefined
  /** 1 and up */
  samples: number
  checks: readonly unknown[]
  budget?: Partial<ReplayBudget> | undefined
}

export interface ReplayEstimate extends PricedUsage {
  budget: ReplayBudget
  repeatedEarlier: RepeatedEarlier
}

/**
 * Estimates what it costs to ask a turn again. Asks no model. Refuses `session_not_found`,
 * `observed_session`, `no_memory_in_answer`, `answer_redacted`, `check_invalid`, `nothing_to_hide`,
 * `moment_before_store`, `budget_too_small`, `model_gone`.
 */
export async function estimateReplay(db: Database, input: ReplayRequest): Promise<ReplayEstimate> {
  const { turn, budget, replay } = await checked(db, input)
  const repeatedEarlier = await turn.repeatedEarlier(replay.variant.hide)
  return { ...priceOf(turn, input.samples, replay), budget, repeatedEarlier }
}

/** Asks a turn again, in the background. Returns the replay's id. Refuses as `estimateReplay` does. */
export async function startReplay(
  db: Database,
  input: ReplayRequest & { by: Actor },
): Promise<string> {
  const { budget, replay } = await checked(db, input)
  return begin(db, { ...input, kind: 'replay', input: replay, budget })
}

/** An agent without what is hidden may look for it again and again: some more requests than recorded. */
const MORE_REQUESTS = 3

async function checked(db: Database, input: ReplayRequest) {
  const { samples } = input
  const checks = input.checks.map((check) => parsedCheck(check))
  const turn = await openTurn(db, input)
  const model = input.variant?.model ?? turn.model
  await requireModels([model], checks)
  const answers = { least: 1, fallback: samples * MORE_REQUESTS, checks }
  const budget = budgetFor(turn, input.budget, answers)
  const replay: ReplayInput = {
    ...{ model, samples, checks },
    variant: await variantOf(db, turn, input),
  }
  return { turn, budget, replay }
}

async function variantOf(
  db: Database,
  turn: ReplayedTurn,
  { variant }: ReplayRequest,
): Promise<StoredVariant> {
  const { hide = [], at, model } = variant ?? {}
  return {
    hide: hide.length === 0 ? [] : hidden(hide, await turn.hideable()),
    ...(at === undefined ? {} : { at: await storesAt(db, turn, at) }),
    ...(model === undefined ? {} : { model }),
  }
}

async function storesAt(db: Database, turn: ReplayedTurn, at: Moment) {
  return Promise.all(
    turn.storesAtTurn.map(async ({ storeId }) => {
      const { sequence, last } = await storeMoment(db, { storeId, ...at })
      const isBefore = 'time' in at && sequence === 0 && last > 0
      if (isBefore) refuseReplay({ kind: 'moment_before_store', storeId })
      return { storeId, sequence }
    }),
  )
}

function hidden(
  hide: readonly HideRequest[],
  memories: readonly MemoryAtTurn[],
): StoredVariant['hide'] {
  const byId = new Map(memories.map((each) => [`${each.storeId} ${each.memoryId}`, each]))
  // Where one took the place of another, the path is that of the one that was there at the turn.
  const there = memories.toSorted((one, other) => Number(other.isGone) - Number(one.isGone))
  const byPath = new Map(there.map((each) => [`${each.storeId} ${each.path}`, each]))
  return hide.map(({ storeId, memoryId, path, lines }) => {
    const memory = memoryId
      ? byId.get(`${storeId} ${memoryId}`)
      : byPath.get(`${storeId} ${path ?? ''}`)
    const name = memoryId ?? path ?? ''
    if (!memory) return refuseReplay({ kind: 'nothing_to_hide', storeId, memory: name })
    return {
      storeId,
      memoryId: memory.memoryId,
      ...(lines === undefined ? {} : { lines: [lines] }),
    }
  })
}
