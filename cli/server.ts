import { once } from 'node:events'
import { createWriteStream, existsSync, rmSync, type WriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { runningServer } from '@/lib/server-file'
import { serverToCall, settings } from '@/lib/settings'
import { CommandError, choice, oneStore, type Typed, UsageError } from './command'

/** The server that `seed` and `export` call. */
export interface Server {
  url: string
  /** whether it is the one of this machine's data folder, to which the command line is a person */
  isOwn: boolean
  key: string | null
}

/** The server of PALIMPSEST_URL, else the one that runs with this data folder. */
export async function reachServer(): Promise<Server> {
  const { url, key } = serverToCall()
  if (url !== null) return { url: url.replace(/\/$/, ''), isOwn: false, key }
  const own = await runningServer(settings().dataDir)
  if (own) return { url: own.url, isOwn: true, key: own.secret }
  throw new CommandError(
    `no server runs with the data of ${settings().dataDir}; start it with npx palimpsest, or set DATA_DIR or PALIMPSEST_URL`,
  )
}

/** A call of the API; one with a body, text as JSON, is a POST. Throws a `CommandError` in its words. */
export async function call({ url, key }: Server, address: string, body?: BodyInit) {
  const type = typeof body === 'string' ? 'application/json' : 'application/octet-stream'
  const headers = { 'content-type': type, ...(key !== null && { authorization: `Bearer ${key}` }) }
  const init = { headers, ...(body !== undefined && { method: 'POST', body }) }
  const response = await fetch(`${url}/v1/${address}`, init).catch((error: unknown) => {
    throw new CommandError(`${url} does not answer`, { cause: error })
  })
  if (response.ok) return response
  const words = /"message":("(?:[^"\\]|\\.)*")/.exec(await response.text())?.[1]
  throw new CommandError(words ? String(JSON.parse(words)) : `the server said ${response.status}`)
}

/** A call whose answer is JSON; a body is sent as JSON. */
export async function ask<T>(server: Server, address: string, body?: object): Promise<T> {
  const response = await call(server, address, body && JSON.stringify(body))
  return (await response.json()) as T
}

/** All of a list of the API, page after page. */
export async function listed<T>(server: Server, address: string, more = {}): Promise<T[]> {
  const all: T[] = []
  for (let page: string | null = ''; page !== null;) {
    const query = new URLSearchParams({ limit: '100', ...more, ...(page && { page }) })
    const answer: { data: T[]; next_page: string | null } = await ask(server, `${address}?${query}`)
    all.push(...answer.data)
    page = answer.next_page
  }
  return all
}

export interface Named {
  id: string
  name: string
}

/** The stores with this name or id. */
export async function storesCalled(server: Server, named: string): Promise<Named[]> {
  const all = await listed<Named>(server, 'memory_stores', { include_archived: 'true' })
  return all.filter(({ id, name }) => id === named || name === named)
}

/** `palimpsest export <store>`: a store as the server streams it. */
export async function exportStore(typed: Typed): Promise<number> {
  const { names, options, from } = typed
  const [name = ''] = names
  const history = options.has('history')
  const format = choice(typed, 'format', ['zip', 'jsonl'], history ? 'jsonl' : 'zip')
  const [at] = options.get('at') ?? []
  const [out] = options.get('out') ?? []
  if (out === undefined && format === 'zip' && process.stdout.isTTY) {
    throw new UsageError('a terminal cannot show an archive; name a file with --out')
  }
  const file = out === undefined ? null : path.resolve(from, out)
  if (file !== null && existsSync(file)) throw new CommandError(`${file} is there already`)
  if (file !== null && !existsSync(path.dirname(file))) {
    throw new CommandError(`there is no folder ${path.dirname(file)}`)
  }
  const server = await reachServer()
  const storeId = oneStore(name, await storesCalled(server, name))
  const query = new URLSearchParams({ format, history: String(history), ...(at && { at }) })
  const { body } = await call(server, `memory_stores/${storeId}/export?${query}`)
  const target = file === null ? process.stdout : await opened(file)
  try {
    await pipeline(body ?? [], target, { end: file !== null })
  } catch (error) {
    if (file !== null) rmSync(file, { force: true })
    throw new CommandError('the export was cut off', { cause: error })
  }
  return 0
}

/** A new file. Another program may have made one of its name meanwhile, which is not ours to write or remove. */
async function opened(file: string): Promise<WriteStream> {
  const target = createWriteStream(file, { flags: 'wx' })
  await once(target, 'open').catch((cause: Error) => {
    throw new CommandError(`${file} cannot be made: ${cause.message}`, { cause })
  })
  return target
}
