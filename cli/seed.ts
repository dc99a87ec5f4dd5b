import { existsSync, readFileSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { wirePlan } from '@/lib/api/import-report'
import { firstPlan } from '@/lib/transfer/first-plan'
import { readFolder } from '@/lib/transfer/folder'
import { type Named, readSource } from '@/lib/transfer/read-source'
import { reasonWords } from '@/lib/transfer/source'
import {
  choice,
  CommandError,
  oneStore,
  print,
  printJson,
  say,
  type Typed,
  UsageError,
} from './command'
import { ask, call, reachServer, type Server, storesCalled } from './server'

/** A plan, or a report of what was done. */
interface Outcome {
  source: string
  history: { moments: number; authors: number; reason: string | null } | null
  counts: Record<string, number>
  versions: number
  memory_tests: number
  /** of a plan */
  notes?: string[]
  entries: { path: string; action: string; reason: string | null }[]
}

interface WireJob {
  id: string
  state: 'running' | 'done' | 'failed' | 'stopped'
  result: Outcome | null
  error: string | null
}

/** `palimpsest seed <source>`: the server plans and does it, as a job that Ctrl-C stops. */
export async function seed(typed: Typed): Promise<number> {
  const { names, options, from } = typed
  const store = options.get('store')?.at(-1)
  if (store === undefined) throw new UsageError('--store names the store')
  const conflicts = choice(typed, 'conflicts', ['leave', 'source', 'store'], 'leave')
  const source = path.resolve(from, names[0] ?? '')
  if (!existsSync(source)) throw new CommandError(`there is no ${source}`)
  const server = await reachServer()
  const isDry = options.has('dry-run')
  const tell = options.has('json') ? printJson : printOutcome
  const stores = await storesCalled(server, store)
  if (stores.length === 0 && isDry) {
    say(`there is no store ${store} yet; it would be made`)
    const read = await readSource(await named(server, source), new AbortController().signal)
    tell(wirePlan(read.label, firstPlan(read, !options.has('no-history'))))
    return 0
  }
  const storeId = stores.length === 0 ? await make(server, store) : oneStore(store, stores)
  const asked = { history: !options.has('no-history'), conflicts, dry_run: isDry }
  const address = `memory_stores/${storeId}/import`
  const answer = await imported(server, address, await named(server, source), asked)
  if (!('state' in answer)) {
    tell(answer)
    return 0
  }
  const { state, error, result } = await ended(server, answer)
  if (state === 'failed') throw new CommandError(error ?? 'the import failed')
  if (result) tell(result)
  return state === 'stopped' ? 130 : 0
}

async function make(server: Server, name: string): Promise<string> {
  const { id } = await ask<{ id: string }>(server, 'memory_stores', { name })
  say(`made the store ${name} (${id})`)
  return id
}

/** The server of this machine reads the path itself; one elsewhere is sent the bytes. */
async function named({ isOwn }: Server, source: string): Promise<Named> {
  if (isOwn) return { type: 'any', path: realpathSync(source) }
  const bytes = statSync(source).isDirectory() ? await linesOf(source) : readFileSync(source)
  return { type: 'upload', name: path.basename(source), bytes }
}

async function imported(
  server: Server,
  address: string,
  source: Named,
  asked: { history: boolean; conflicts: string; dry_run: boolean },
): Promise<Outcome | WireJob> {
  if (source.type !== 'upload') return ask(server, address, { source, ...asked })
  const { name, bytes } = source
  const said = Object.entries({ name, ...asked }).map(([field, value]) => [field, String(value)])
  const response = await call(
    server,
    `${address}?${new URLSearchParams(said)}`,
    bytes as Buffer<ArrayBuffer>,
  )
  return (await response.json()) as Outcome | WireJob
}

/** The files of a folder as JSON Lines; says what is left out, which is there all the same. */
async function linesOf(folder: string): Promise<Buffer<ArrayBuffer>> {
  const { moments, left } = await readFolder(realpathSync(folder), new AbortController().signal)
  for (const [at, reason] of left) say(`left out ${at}: ${reasonWords(reason, at)}`)
  const files = moments.flatMap(({ changes }) => changes)
  const lines = [
    ...files.map(({ path: at, text }) => ({ path: at, content: text?.content })),
    ...[...left.keys()].map((at) => ({ path: at, unread: true })),
  ]
  return Buffer.from(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
}

const LOOK_EACH_MS = 300

/** The job once it has ended; Ctrl-C asks the server to stop it. */
async function ended(server: Server, begun: WireJob): Promise<WireJob> {
  const address = `jobs/${begun.id}`
  const stop = () => void ask(server, `${address}/stop`, {})
  process.once('SIGINT', stop)
  let job = begun
  while (job.state === 'running') {
    await wait(LOOK_EACH_MS)
    job = await ask<WireJob>(server, address)
  }
  process.removeListener('SIGINT', stop)
  return job
}

const LISTED = 20

function printOutcome(outcome: Outcome): void {
  const { source, history, counts, versions, memory_tests: tests, notes = [], entries } = outcome
  print(`source     ${source}`)
  if (history) {
    const { moments, authors, reason } = history
    print(`history    ${reason ?? `${moments} moments by ${authors} authors`}`)
  }
  for (const [action, count] of Object.entries({ ...counts, versions, tests })) {
    if (count > 0) print(`${action.padEnd(10)} ${count}`)
  }
  for (const note of notes) print(note)
  const told = entries.filter(({ reason }) => reason !== null)
  for (const { action, path: memory, reason } of told.slice(0, LISTED)) {
    print(`  ${action} ${memory}: ${reason}`)
  }
  if (told.length > LISTED) print(`  … and ${told.length - LISTED} more (--json lists them)`)
}
