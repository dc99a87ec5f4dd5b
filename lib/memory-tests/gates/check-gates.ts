import type { Database } from '@/lib/db/database'
import { sumOfUsd } from '@/lib/model-prices'
import { isFreeWith, modelsAsked } from '@/lib/replay/checks'
import { StoreSnapshot } from '@/lib/replay/scratch/store-snapshot'
import { usdOf } from '@/lib/replay/usd'
import { lastPriceOf, likelyPriceOf, times } from '../answer-price'
import type { GateCheck, GatePrice, GateResult } from '../model/gate'
import { answersToPass, gateRule } from '../model/verdict'
import { gatesOfStore, newestGateRun } from '../sql/gate-runs'
import type { TestRow } from '../sql/memory-tests'
import type { RunRow } from '../sql/test-runs'
import { testOfRow } from '../test-of-row'
import type { ComingState } from './coming-state'
import { LaidSnapshot } from './laid-snapshot'

/** Looks up how a store's gates stand on the state that would come about. Asks no model. */
export async function checkGates(db: Database, state: ComingState): Promise<GateCheck> {
  return checkTests(db, state, await gatesOfStore(db.read, state.storeId))
}

/** Looks up how tests of a store, gates or not, stand on a state that would come about. Asks no model. */
export async function checkTests(
  db: Database,
  state: ComingState,
  tests: readonly TestRow[],
): Promise<GateCheck> {
  const { storeId, hash } = state
  const gates = await standings(db, hash, tests)
  return { storeId, state: hash, gates, price: await priceOf(db, state, { tests, gates }) }
}

/** Looks up how a store's gates stand on a state that was named, without the price of asking others. */
export async function gatesAt(
  db: Database,
  { storeId, state }: { storeId: string; state: string },
): Promise<GateCheck> {
  const gates = await standings(db, state, await gatesOfStore(db.read, storeId))
  return { storeId, state, gates, price: null }
}

async function standings(
  db: Database,
  state: string,
  tests: readonly TestRow[],
): Promise<GateResult[]> {
  const results: GateResult[] = []
  for (const test of tests) results.push(resultOf(test, await newestGateRun(db.read, test, state)))
  return results
}

/** Returns whether a gate has told nothing of the state, and may be asked. */
export function isToAsk({ status }: GateResult): boolean {
  return status === 'not_asked' || status === 'not_run'
}

function resultOf(gate: TestRow, run: RunRow | undefined): GateResult {
  return {
    testId: gate.id,
    name: gate.name,
    status: run?.status ?? 'not_asked',
    runId: run?.id ?? null,
    notRunFor: run?.notRunFor ?? null,
    held: run?.held ?? 0,
    of: run?.answers ?? 0,
  }
}

async function priceOf(
  db: Database,
  { storeId, sequence, laid }: ComingState,
  { tests, gates }: { tests: readonly TestRow[]; gates: readonly GateResult[] },
): Promise<GatePrice | null> {
  const toAsk = new Set(gates.filter(isToAsk).map(({ testId }) => testId))
  if (toAsk.size === 0) return null
  const snapshot = new LaidSnapshot(new StoreSnapshot(db, storeId, sequence), laid)
  const usage = { requests: 0, inputTokens: 0, outputTokens: 0 }
  const amounts: (number | null)[] = []
  let isFree = true
  for (const row of tests) {
    if (!toAsk.has(row.id)) continue
    const test = testOfRow(row)
    const each = (await lastPriceOf(db, test)) ?? (await likelyPriceOf(db, test, snapshot))
    const all = times(each, answersToPass(gateRule(test.verdict)))
    usage.requests += all.requests
    usage.inputTokens += all.inputTokens
    usage.outputTokens += all.outputTokens
    amounts.push(usdOf(modelsAsked(test.model, test.checks), all))
    isFree &&= isFreeWith(test.model, test.checks)
  }
  return { usage: { ...usage, usd: sumOfUsd(amounts) }, isFree }
}
