import { formats, texts } from '@/components/i18n/server-texts'
import { likelyMoneyOnPage, spentMoneyOnPage } from '@/components/why/price-on-page'
import { withMoney } from '@/components/why/price-words'
import { database } from '@/lib/db/open-database'
import type { MemoryTest, TestRun } from '@/lib/memory-tests/model/memory-test'
import type { TestWithRuns } from '@/lib/memory-tests/read-tests'
import { estimateRun } from '@/lib/memory-tests/start-run'
import { sumOfUsd } from '@/lib/model-prices'
import { isFreeWith, modelsAsked } from '@/lib/replay/checks'
import { usdOf } from '@/lib/replay/usd'
import { DAY_MS } from '@/lib/text/day-ms'

/** What the last run of a test that told cost, in words; null: none told. */
export async function priceWords(row: TestWithRuns): Promise<string | null> {
  const t = await texts()
  if (isFree(row)) return t('MemoryTests.free')
  const told = lastTold(row)
  return told ? spentWords([{ test: row.test, run: told }]) : null
}

/** What a run of a test is likely to cost, in words: as its last one did, or by its first request. */
export async function priceToRun(row: TestWithRuns): Promise<string> {
  const t = await texts()
  if (isFree(row)) return t('MemoryTests.free')
  const likely = likelyUsage(row)
  if (likely !== null) return likelyWords([likely])
  const { storeId, id: testId } = row.test
  const { usage } = await estimateRun(database(), { storeId, testId })
  return likelyWords([{ tokens: usage.inputTokens + usage.outputTokens, usd: usage.usd }])
}

/** What it costs to run all of these once, in words. */
export async function priceOfAll(rows: readonly TestWithRuns[]): Promise<string> {
  const t = await texts()
  const paid = rows.filter((row) => !isFree(row))
  if (paid.length === 0) return t('MemoryTests.free')
  const likely = paid.map(likelyUsage).filter((each) => each !== null)
  return likely.length < paid.length ? t('MemoryTests.priceUnknown') : likelyWords(likely)
}

/** What all runs cost that began in the 24 hours before, in words. */
export async function spentLately(rows: readonly TestWithRuns[], now: number): Promise<string> {
  const paid = rows.filter((row) => !isFree(row))
  if (paid.length === 0) return (await texts())('MemoryTests.free')
  const runs = paid.flatMap((row) => row.runs.map((run) => ({ test: row.test, run })))
  return spentWords(runs.filter(({ run }) => run.createdAt > now - DAY_MS))
}

/** The practice agent answers, which costs nothing. */
function isFree({ test }: TestWithRuns): boolean {
  return isFreeWith(test.model, test.checks)
}

function lastTold({ runs }: TestWithRuns): TestRun | undefined {
  return runs.find(({ of, finishedAt }) => of > 0 && finishedAt !== null)
}

/** What the next run is likely to need: as much as the last that told; null: none did. */
function likelyUsage(row: TestWithRuns): { tokens: number; usd: number | null } | null {
  const told = lastTold(row)
  if (!told) return null
  const { model, checks } = row.test
  return { tokens: tokensOf(told), usd: usdOf(modelsAsked(model, checks), told.usage) }
}

async function likelyWords(
  each: readonly { tokens: number; usd: number | null }[],
): Promise<string> {
  const tokens = each.reduce((sum, one) => sum + one.tokens, 0)
  const money = await likelyMoneyOnPage(sumOfUsd(each.map(({ usd }) => usd)))
  return withMoney(await tokenWords(tokens), money)
}

async function spentWords(runs: readonly { test: MemoryTest; run: TestRun }[]): Promise<string> {
  const tokens = runs.reduce((sum, { run }) => sum + tokensOf(run), 0)
  const usd = sumOfUsd(runs.map(({ test, run }) => usdOf(modelsOfRun(test, run), run.usage)))
  return withMoney(await tokenWords(tokens), await spentMoneyOnPage(usd))
}

/** The models that a run asked; null: not known, for the test is another since. */
function modelsOfRun(test: MemoryTest, { revision }: TestRun): string[] | null {
  return revision === test.revision ? modelsAsked(test.model, test.checks) : null
}

function tokensOf({ usage }: TestRun): number {
  return usage.inputTokens + usage.outputTokens
}

async function tokenWords(tokens: number): Promise<string> {
  return (await texts())('MemoryTests.tokens', { tokens: (await formats()).number(tokens) })
}
