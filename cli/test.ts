import { readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileOf, junitOf, testsIn, type ToldResult } from '@/lib/why/test-file'
import type { GivenTest } from '@/lib/why/tests'
import {
  CommandError,
  oneStore,
  print,
  printFile,
  printJson,
  say,
  type Typed,
  UsageError,
} from './command'
import { ask, listed, type Named, reachServer, type Server, storesCalled } from './server'

interface WireRun {
  id: string
  status: 'running' | 'ended' | 'stopped'
  results: ToldResult[]
}

interface WirePrice {
  tests: number
  answers: number
  max_answers: number
  usd: number | null
}

/** `palimpsest test [store]`: runs tests on the running server; 1 if one does not pass. */
export async function test(typed: Typed): Promise<number> {
  const { names, options, from } = typed
  const one = (name: string) => options.get(name)?.at(-1)
  const [named] = names
  const keyFile = one('key-file')
  const reached = await reachServer()
  const key = keyFile === undefined ? reached.key : readText(path.resolve(from, keyFile)).trim()
  const server = { ...reached, key }
  const stores = await storesOf(server, named)
  const file = one('file')
  if (file !== undefined && named === undefined) throw new UsageError('--file needs a store')
  if (options.has('export')) {
    for (const { id } of stores) printFile(fileOf((await testsOf(server, id)).map(filed)))
    return 0
  }
  const most = one('max-answers')
  if (most !== undefined && !/^\d+$/.test(most))
    throw new UsageError('--max-answers takes a number')
  const given = file === undefined ? null : fromFile(path.resolve(from, file))
  const isDry = options.has('dry-run')
  const runs: { store: string; results: ToldResult[] }[] = []
  for (const { id, name } of stores) {
    if (given && !isDry) await ask(server, `memory_stores/${id}/tests`, { tests: given })
    if (!given && (await testsOf(server, id)).length === 0) continue
    const [at] = options.get('at') ?? []
    const asked = {
      ...(given && (isDry ? { tests: given } : { names: given.map((each) => each.name) })),
      ...(at !== undefined && { at }),
      ...(most !== undefined && { max_answers: Number(most) }),
    }
    const address = `memory_stores/${id}/test_runs`
    const price = await ask<WirePrice>(server, address, { ...asked, dry_run: true })
    say(priceWords(name, price))
    if (isDry) continue
    const begun = await ask<WireRun>(server, address, asked)
    runs.push({ store: name, results: (await ended(server, begun)).results })
  }
  if (isDry) return 0
  if (runs.length === 0) say('there are no tests')
  if (options.has('junit')) printFile(junitOf(runs))
  else if (options.has('json')) printJson(runs)
  else for (const { store, results } of runs) results.forEach((each) => print(lineOf(store, each)))
  return runs.every(({ results }) => results.every(({ status }) => status === 'passed')) ? 0 : 1
}

const EACH_MS = 500

async function ended(server: Server, begun: WireRun): Promise<WireRun> {
  let run = begun
  while (run.status === 'running') {
    await wait(EACH_MS)
    run = await ask(server, `test_runs/${begun.id}`)
  }
  return run
}

async function storesOf(server: Server, named: string | undefined): Promise<Named[]> {
  if (named !== undefined) {
    const found = await storesCalled(server, named)
    const id = oneStore(named, found)
    return found.filter((store) => store.id === id)
  }
  return listed<Named>(server, 'memory_stores')
}

const testsOf = (server: Server, storeId: string) =>
  listed<GivenTest>(server, `memory_stores/${storeId}/tests`)

const filed = ({ name, messages, checks, model, ...rest }: GivenTest): GivenTest => {
  const { system, access, tools, after_changes } = rest
  return { name, messages, checks, model, system, access, tools, after_changes }
}

function fromFile(file: string): GivenTest[] {
  try {
    return testsIn(readText(file))
  } catch (error) {
    if (error instanceof CommandError || !(error instanceof Error)) throw error
    throw new CommandError(`${file}: ${error.message}`, { cause: error })
  }
}

function readText(file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (cause) {
    throw new CommandError(`${file} cannot be read`, { cause })
  }
}

const count = (number: number, one: string) => `${number} ${one}${number === 1 ? '' : 's'}`

function priceWords(store: string, { tests, answers, max_answers: most, usd }: WirePrice): string {
  const money = usd === null ? '' : usd === 0 ? ', free' : `, about $${usd.toFixed(2)}`
  return `${store}: ${count(tests, 'test')}, some ${count(answers, 'answer')}${money}, at most ${most}`
}

const WORDS: Record<string, string> = { passed: 'pass', failed: 'FAIL', mixed: 'MIXED' }

function lineOf(store: string, { name, status, held, of }: ToldResult): string {
  const word = (WORDS[status] ?? 'NOT RUN').padEnd(8)
  return `${word}${`${held} of ${of}`.padEnd(10)}${store}: ${name}`
}
