import { setTimeout } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import type { Caller } from '@/lib/auth/caller'
import { seesStore } from '@/lib/auth/may'
import { database } from '@/lib/db/open-database'
import { createTest, updateTest } from '@/lib/memory-tests/change-tests'
import type { TestInput } from '@/lib/memory-tests/checked-test'
import { isUnderWay, type MemoryTest } from '@/lib/memory-tests/model/memory-test'
import { getTestRun } from '@/lib/memory-tests/read-runs'
import { listTests } from '@/lib/memory-tests/read-tests'
import { estimateRun, startTestRun } from '@/lib/memory-tests/start-run'
import { sumOfUsd } from '@/lib/model-prices'
import { modelsAskedBy } from '@/lib/memory-tests/models-asked-by'
import { usdOf } from '@/lib/replay/usd'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { allStores } from '@/lib/store/stores/read-stores'
import { likelyMoneyInEnglish } from '@/lib/text/dollars'
import { KEY_FILE, reviewerOf } from './deciding-key'
import { requireStoreNamed } from './find-store'
import { readTestFile, writtenTests } from './test-file'
import { asJunit, asLines, type TestOutcome } from './test-report'
import { UsageError } from './usage'

/**
 * `palimpsest test [store]`: runs its tests, or those of all stores; exit code 1 if one does not pass.
 * With a file its tests are saved in the store first, by their names, and only they are run.
 */
export async function testCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      ...KEY_FILE,
      file: { type: 'string' },
      export: { type: 'boolean', default: false },
      'max-requests': { type: 'string' },
      'dry-run': { type: 'boolean', default: false },
      json: { type: 'boolean', default: false },
      junit: { type: 'boolean', default: false },
    },
  })
  const [name, ...others] = positionals
  if (others.length > 0) throw new UsageError('test takes one store, or none for all')
  if (values.json && values.junit) throw new UsageError('choose --json or --junit')
  if ((values.file !== undefined || values.export) && name === undefined) {
    throw new UsageError('name the store whose tests are in the file')
  }
  const { caller } = await reviewerOf(values['key-file'])
  if (values.export) return exported(await storesOf(caller, name))
  const named = values.file === undefined ? null : readTestFile(values.file)
  if (named && values['dry-run']) {
    throw new UsageError('--file saves the tests: their price is known once they are saved')
  }
  const budget = requestsOf(values['max-requests'])
  const wanted: WantedRun[] = []
  for (const store of await storesOf(caller, name)) {
    const tests = named ? await saved(store, named, caller) : await testsOf(store)
    wanted.push(...tests.map((test) => ({ store, test, budget })))
  }
  const price = await priceOf(wanted)
  if (values['dry-run']) {
    process.stdout.write(values.json ? `${JSON.stringify(price)}\n` : `${priceLine(price)}\n`)
    return 0
  }
  if (wanted.length > 0) process.stderr.write(`${priceLine(price)}\n`)
  const outcomes = await outcomesOf(wanted, caller)
  if (values.json) process.stdout.write(`${JSON.stringify(outcomes.map(wireOutcome), null, 2)}\n`)
  else process.stdout.write(values.junit ? asJunit(outcomes) : asLines(outcomes))
  return outcomes.every(({ run }) => run.status === 'passed') ? 0 : 1
}

/** Prints a store's tests as a file, which `--file` takes. */
async function exported([store]: readonly MemoryStore[]): Promise<number> {
  if (store) process.stdout.write(writtenTests(await testsOf(store)))
  return 0
}

/** The store of a name, or all; what a limited key does not see is not there for it. */
async function storesOf(caller: Caller, name: string | undefined): Promise<MemoryStore[]> {
  if (name === undefined) {
    return (await allStores(database())).filter(({ id }) => seesStore(caller, id))
  }
  const store = await requireStoreNamed(database(), name)
  if (!seesStore(caller, store.id)) throw new UsageError(`there is no store ${name}`)
  return [store]
}

async function testsOf({ id: storeId }: MemoryStore): Promise<MemoryTest[]> {
  return (await listTests(database(), { storeId, runsOfEach: 1 })).map(({ test }) => test)
}

/** Saves the tests of a file: those of its names are changed, the others are new. */
async function saved(
  store: MemoryStore,
  tests: readonly TestInput[],
  { actor: by }: Caller,
): Promise<MemoryTest[]> {
  const known = new Map((await testsOf(store)).map((test) => [test.name, test]))
  const all: MemoryTest[] = []
  for (const test of tests) {
    const { id: testId } = known.get(test.name) ?? {}
    const storeId = store.id
    all.push(
      testId === undefined
        ? await createTest(database(), { storeId, test, by })
        : await updateTest(database(), { storeId, testId, change: test }),
    )
  }
  return all
}

/** A test that is to be run. */
interface WantedRun {
  store: MemoryStore
  test: MemoryTest
  budget: { maxRequests: number } | undefined
}

/** The most requests of each test. */
function requestsOf(given: string | undefined): WantedRun['budget'] {
  if (given === undefined) return undefined
  const maxRequests = Number(given)
  if (Number.isInteger(maxRequests) && maxRequests > 0) return { maxRequests }
  throw new UsageError('--max-requests must be a number from 1')
}

/** The likely price of all of these. Refuses a budget that is too small for one, before any is begun. */
async function priceOf(wanted: readonly WantedRun[]) {
  const sum = {
    tests: wanted.length,
    requests: 0,
    input_tokens: 0,
    output_tokens: 0,
    max_requests: 0,
    is_free: true,
  }
  const amounts: (number | null)[] = []
  for (const { store, test, budget } of wanted) {
    const asked = { storeId: store.id, testId: test.id, budget }
    const { usage, isFree, budget: most } = await estimateRun(database(), asked)
    sum.is_free &&= isFree
    sum.requests += usage.requests
    sum.input_tokens += usage.inputTokens
    sum.output_tokens += usage.outputTokens
    sum.max_requests += most.maxRequests
    amounts.push(usage.usd)
  }
  return { ...sum, usd: sumOfUsd(amounts) }
}

function priceLine(price: Awaited<ReturnType<typeof priceOf>>): string {
  const tokens = price.input_tokens + price.output_tokens
  if (price.is_free) return `${price.tests} tests: free, for the practice agent answers`
  const money = likelyMoneyInEnglish(price.usd)
  return `${price.tests} tests: about ${price.requests} requests, ${tokens} tokens${money}; at most ${price.max_requests} requests`
}

/** Starts all of these, and returns how each went once it is over, whichever process worked on it. */
async function outcomesOf(
  wanted: readonly WantedRun[],
  { actor: by }: Caller,
): Promise<TestOutcome[]> {
  const started: (WantedRun & { runId: string })[] = []
  for (const each of wanted) {
    const { store, test, budget } = each
    const asked = { storeId: store.id, testId: test.id, budget, startedFor: 'person', by } as const
    started.push({ ...each, runId: await startTestRun(database(), asked) })
  }
  const outcomes: TestOutcome[] = []
  for (const { store, test, runId } of started) {
    const place = { storeId: store.id, testId: test.id, runId }
    let run = await getTestRun(database(), place)
    while (isUnderWay(run.status)) {
      await setTimeout(LOOK_EVERY_MS)
      run = await getTestRun(database(), place)
    }
    outcomes.push({ store, test, run })
  }
  return outcomes
}

const LOOK_EVERY_MS = 200

function wireOutcome({ store, test, run }: TestOutcome) {
  const { requests, inputTokens, outputTokens } = run.usage
  const models = modelsAskedBy(test, run.revision)
  return {
    memory_store_id: store.id,
    memory_test_id: test.id,
    memory_test_run_id: run.id,
    name: test.name,
    status: run.status,
    not_run_reason: run.notRunFor,
    proves_nothing: run.provesNothing,
    held: run.held,
    of: run.of,
    moment: run.sequence,
    usage: {
      ...{ requests, input_tokens: inputTokens, output_tokens: outputTokens },
      usd: usdOf(models, run.usage),
    },
  }
}
