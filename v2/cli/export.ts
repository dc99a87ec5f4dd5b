import { once } from 'node:events'
import { createWriteStream, existsSync, rmSync, type WriteStream } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { choice, CommandError, oneStore, type Typed, UsageError } from './command'
import { call, reachServer, storesCalled } from './server'

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
