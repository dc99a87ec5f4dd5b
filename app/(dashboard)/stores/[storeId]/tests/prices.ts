import { formats, texts } from '@/components/i18n/server-texts'
import { likelyMoneyOnPage, spentMoneyOnPage } from '@/components/why/price-on-page'
import { withMoney } from '@/components/why/price-words'
import { database } from '@/lib/db/open-database'
import type { TestRun } from '@/lib/memory-tests/model/memory-test'
import { listSpent } from '@/lib/memory-tests/read-runs'
import type { TestWithRuns } from '@/lib/memory-tests/read-tests'
import { estimateRun } from '@/lib/memory-tests/start-run'
import { sumOfUsd } from '@/lib/model-prices'
import { isFreeWith, modelsAsked } from '@/lib/replay/checks'
import { usdOf } from '@/lib/replay/usd'
import { DAY_MS } from '@/lib/text/day-ms'

/** The tokens of a test's revision. */
type Spent = Awaited<ReturnType<typeof listSpent>>[number]

/** What the last run of a test that told cost, in words; null: none told. */
export async function priceWords(row: TestWithRuns): Promise<string | null> {
  const told = lastTold(row)
  if (!told) return null
  return spentWords([row], [{ testId: row.test.id, revision: told.revision, ...told.usage }])
}

/** What a run of a test is likely to cost, in words: as its last one did, or by its first request. */
export async function priceToRun(row: TestWithRuns): Promise<string> {
  const t = await texts()
  return isFree(row) ? t('MemoryTests.free') : likelyWords([await likelyUsage(row)])
}

/** Tests that never told, whose first requests are made up to tell a price. */
const MAX_ESTIMATED = 20

/** What it costs to run all of these once, in words. */
export async function priceOfAll(rows: readonly TestWithRuns[]): Promise<string> {
  const t = await texts()
  const paid = rows.filter((row) => !isFree(row))
  if (paid.length === 0) return t('MemoryTests.free')
  const untold = paid.filter((row) => lastTold(row) === undefined)
  if (untold.length > MAX_ESTIMATED) return t('MemoryTests.priceUnknown')
  const likely: Likely[] = []
  for (const row of paid) likely.push(await likelyUsage(row))
  return likelyWords(likely)
}

/** What all runs of a store's tests cost that began in the 24 hours before, in words. */
export async function spentLately(
  { storeId, rows }: { storeId: string; rows: readonly TestWithRuns[] },
  now: number,
): Promise<string> {
  const spent = await listSpent(database(), { storeId, after: now - DAY_MS })
  if (spent.length === 0 && rows.every(isFree)) return (await texts())('MemoryTests.free')
  return spentWords(rows, spent)
}

/** The practice agent answers, which costs nothing. */
function isFree({ test }: TestWithRuns): boolean {
  return isFreeWith(test.model, test.checks)
}

function lastTold({ runs }: TestWithRuns): TestRun | undefined {
  return runs.find(({ of, finishedAt }) => of > 0 && finishedAt !== null)
}

interface Likely {
  tokens: number
  /** null: not known */
  usd: number | null
}

/** The likely need of the next run: as much as the last that told, else by its first request. */
async function likelyUsage(row: TestWithRuns): Promise<Likely> {
  const { model, checks, storeId, id: testId } = row.test
  const told = lastTold(row)
  if (told) {
    return { tokens: tokensOf(told.usage), usd: usdOf(modelsAsked(model, checks), told.usage) }
  }
  const { usage } = await estimateRun(database(), { storeId, testId })
  return { tokens: usage.inputTokens + usage.outputTokens, usd: usage.usd }
}

async function likelyWords(each: readonly Likely[]): Promise<string> {
  const tokens = each.reduce((sum, one) => sum + one.tokens, 0)
  const money = await likelyMoneyOnPage(sumOfUsd(each.map(({ usd }) => usd)))
  return withMoney(await tokenWords(tokens), money)
}

/** Free is what was asked as the test asks now, if that is free now: who else was asked is not known. */
async function spentWords(rows: readonly TestWithRuns[], spent: readonly Spent[]): Promise<string> {
  const each = spent.map((one) => {
    const row = rows.find(({ test }) => test.id === one.testId && test.revision === one.revision)
    return { tokens: tokensOf(one), usd: row ? usdSpent(row, one) : null, row }
  })
  const paid = each.filter(({ row }) => !row || !isFree(row))
  if (each.length > 0 && paid.length === 0) return (await texts())('MemoryTests.free')
  const tokens = paid.reduce((sum, one) => sum + one.tokens, 0)
  const usd = sumOfUsd(paid.map((one) => one.usd))
  return withMoney(await tokenWords(tokens), await spentMoneyOnPage(usd))
}

function usdSpent({ test }: TestWithRuns, spent: Spent): number | null {
  return usdOf(modelsAsked(test.model, test.checks), spent)
}

function tokensOf({ inputTokens, outputTokens }: Pick<Spent, 'inputTokens' | 'outputTokens'>) {
  return inputTokens + outputTokens
}

async function tokenWords(tokens: number): Promise<string> {
  return (await texts())('MemoryTests.tokens', { tokens: (await formats()).number(tokens) })
}
