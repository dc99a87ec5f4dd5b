import type { Database } from '@/lib/db/database'
import type { Sql } from '@/lib/db/sql'
import { judgingRequests } from '@/lib/replay/checks'
import { checkSchema } from '@/lib/replay/model/check'
import { RedactedMeanwhileError } from '@/lib/replay/run/asking-run'
import { REDACTED } from '@/lib/store/model/redacted-text'
import { checkedAnswer, type CheckedAnswer, heldByAll } from '@/lib/replay/run/check-answer'
import { areRedactedSince, standingOf, type StoresStanding } from '@/lib/replay/run/stores-standing'
import {
  askInMemory,
  type AskedAnswer,
  type AskLimits,
  type Conversation,
  inputTokensOf,
} from '../asking/ask-in-memory'
import type { MemoryTest } from '../model/memory-test'
import { testByKey, type TestRow } from '../sql/memory-tests'
import { testOfRow } from '../test-of-row'

/** A test as it was read, and how far the store that is asked was then. */
export interface OpenedTest {
  readonly row: TestRow
  readonly test: MemoryTest
  readonly standing: StoresStanding
}

/** Opens a revision of a test for a store; null: it is another by now, or gone. */
export async function openTest(
  db: Database,
  { testKey, revision, storeId }: { testKey: number; revision: number; storeId: string },
): Promise<OpenedTest | null> {
  const standing = await standingOf(db.read, [storeId])
  const row = await testByKey(db.read, testKey)
  if (!row || row.revision !== revision) return null
  const test = testOfRow(row)
  // What a redaction left of a question or a check asks for something else, or holds in everything.
  if (row.isRedacted === 1) return null
  // Of those that were redacted before that was noted.
  if (row.messages.includes(REDACTED) || row.checks.includes(REDACTED)) return null
  if (test.checks.some((check) => !checkSchema.safeParse(check).success)) return null
  return { row, test, standing }
}

/** An answer with what the checks say of it, and how long it took, in milliseconds. */
export type TimedAnswer = CheckedAnswer<AskedAnswer> & { readonly duration: number }

/** Asks a test once. Throws `RedactedMeanwhileError` if what was opened may hold what a redaction took. */
export async function askTest(
  db: Database,
  { test, standing }: OpenedTest,
  { conversation, ...limits }: AskLimits & { conversation: Conversation },
): Promise<TimedAnswer> {
  if (await areRedactedSince(db.read, standing)) throw new RedactedMeanwhileError()
  const begunAt = performance.now()
  // What judges the answer is within its share of the budget.
  const maxRequests = Math.max(0, limits.maxRequests - judgingRequests(test.checks))
  const asked = await askInMemory(conversation, { ...limits, maxRequests })
  const answer = await checkedAnswer(test.checks, asked, limits.signal)
  return { ...answer, duration: Math.round(performance.now() - begunAt) }
}

/** Returns whether a redaction reached the store, or the test itself, since they were read. */
export async function isRedacted(sql: Sql, { row, standing }: OpenedTest): Promise<boolean> {
  if (await areRedactedSince(sql, standing)) return true
  const now = await testByKey(sql, row.key)
  return (
    now?.messages !== row.messages ||
    now.checks !== row.checks ||
    now.instructions !== row.instructions
  )
}

/** Returns whether all checks hold in an answer. */
export function heldInAll({ checks }: TimedAnswer): boolean {
  return heldByAll(checks) === true
}

/** The cost of an answer. */
export function costOf({ requests, usage }: TimedAnswer) {
  return { requests, inputTokens: inputTokensOf(usage), outputTokens: usage.outputTokens }
}

/** An answer as it is stored: its texts together, and what the checks say. */
export function answerColumns(answer: TimedAnswer) {
  const { texts, calls, changes, checks, duration } = answer
  return {
    held: Number(heldInAll(answer)),
    checks: JSON.stringify(checks.map((held) => Number(held === true))),
    answer: JSON.stringify({ texts, calls, changes }),
    duration,
  }
}
