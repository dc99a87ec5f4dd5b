import { estimatedTokens } from '@/lib/context/estimate-tokens'
import type { Database } from '@/lib/db/database'
import { judgingRequests } from '@/lib/replay/checks'
import type { Snapshot } from '@/lib/replay/scratch/snapshot'
import { firstRequestOf } from './asking/ask-in-memory'
import { type AskedSettings, conversationOf } from './asking/test-conversation'
import type { MemoryTest, TestUsage } from './model/memory-test'
import { testById } from './sql/memory-tests'
import { runsOfTest } from './sql/test-runs'

/** Requests of an answer, and tokens that it says, while no run of the test told. */
const USUAL_REQUESTS = 3
const USUAL_OUTPUT_TOKENS = 400

/** The price of an answer in the test's last run that told; null: none did. */
export async function lastPriceOf(db: Database, test: MemoryTest): Promise<TestUsage | null> {
  const row = await testById(db.read, test.id)
  if (!row) return null
  const runs = await runsOfTest(db.read, { testKey: row.key, limit: 20 })
  const told = runs.find((run) => run.revision === test.revision && run.answers > 0)
  if (!told) return null
  // Those without memory are counted with the others: they cost less.
  return times(told, 1 / told.answers)
}

/** The likely price of an answer, with these memories of a store: estimated by its first request. */
export async function likelyPriceOf(
  db: Database,
  test: AskedSettings & Pick<MemoryTest, 'checks'>,
  snapshot: Snapshot,
): Promise<TestUsage> {
  const first = await firstRequestOf(await conversationOf(db, test, snapshot))
  const requests = USUAL_REQUESTS * test.messages.length
  const judging = judgingRequests(test.checks)
  return {
    requests: requests + judging,
    // Who judges sees the answer, and nothing else.
    inputTokens: requests * estimatedTokens(first) + judging * 2 * USUAL_OUTPUT_TOKENS,
    outputTokens: USUAL_OUTPUT_TOKENS * test.messages.length,
  }
}

/** So many times a price, rounded up. */
export function times(
  { requests, inputTokens, outputTokens }: TestUsage,
  factor: number,
): TestUsage {
  return {
    requests: Math.ceil(requests * factor),
    inputTokens: Math.ceil(inputTokens * factor),
    outputTokens: Math.ceil(outputTokens * factor),
  }
}
