import { formats, texts } from '@/components/i18n/server-texts'
import { hasModelServer } from '@/lib/agent/model-client'
import { database } from '@/lib/db/open-database'
import type { TestRun } from '@/lib/memory-tests/model/memory-test'
import type { TestWithRuns } from '@/lib/memory-tests/read-tests'
import { estimateRun } from '@/lib/memory-tests/start-run'
import { isFreeWith } from '@/lib/replay/checks'
import { DAY_MS } from '@/lib/text/day-ms'

/** What a run of a test costs, as its last one tells, in words; null: none told. */
export async function priceWords(row: TestWithRuns): Promise<string | null> {
  const t = await texts()
  if (isFree(row)) return t('MemoryTests.free')
  const tokens = tokensOfRun(row)
  return tokens === null ? null : tokenWords(tokens)
}

/** What a run of a test is likely to cost, in words: as its last one did, or by its first request. */
export async function priceToRun(row: TestWithRuns): Promise<string> {
  const told = await priceWords(row)
  if (told !== null) return told
  const { storeId, id: testId } = row.test
  const { usage } = await estimateRun(database(), { storeId, testId })
  return tokenWords(usage.inputTokens + usage.outputTokens)
}

/** What it costs to run all of these once, in words. */
export async function priceOfAll(rows: readonly TestWithRuns[]): Promise<string> {
  const t = await texts()
  const paid = rows.filter((row) => !isFree(row))
  if (paid.length === 0) return t('MemoryTests.free')
  const prices = paid.map(tokensOfRun)
  if (prices.some((price) => price === null)) return t('MemoryTests.priceUnknown')
  return tokenWords(prices.reduce<number>((sum, price) => sum + (price ?? 0), 0))
}

/** The tokens of all runs that began in the 24 hours before, in words. */
export async function spentLately(rows: readonly TestWithRuns[], now: number): Promise<string> {
  const runs = rows.filter((row) => !isFree(row)).flatMap((row) => row.runs)
  const lately = runs.filter(({ createdAt }) => createdAt > now - DAY_MS)
  return tokenWords(lately.reduce((sum, run) => sum + tokensOf(run), 0))
}

/** The practice agent answers, which costs nothing. */
function isFree({ test }: TestWithRuns): boolean {
  return isFreeWith(test.model, test.checks) || !hasModelServer()
}

/** Tokens of the last run that told, which the next is likely to need; null: none did. */
function tokensOfRun({ runs }: TestWithRuns): number | null {
  const told = runs.find(({ of, finishedAt }) => of > 0 && finishedAt !== null)
  return told ? tokensOf(told) : null
}

function tokensOf({ usage }: TestRun): number {
  return usage.inputTokens + usage.outputTokens
}

async function tokenWords(tokens: number): Promise<string> {
  return (await texts())('MemoryTests.tokens', { tokens: (await formats()).number(tokens) })
}
