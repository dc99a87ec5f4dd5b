import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { test as base } from 'vitest'
import Anthropic from '@anthropic-ai/sdk'
import type { NewKey } from '@/lib/auth/keys'
import { closeDatabase, openDatabase, useDatabase } from '@/lib/db'
import { allDone } from '@/lib/ending'
import { createStore } from '@/lib/store/change-stores'
// As in a server, every kind of long work is known, whichever file of a worker comes first.
import '@/lib/work'
import { freshDatabase } from './fresh-database'
import { serveRoutes } from './http-server'
import { makeKey } from './keys'
import { type Listener, listenTo } from './listen'
import { slowStatements } from './slow-statements'

export { describe, expect } from 'vitest'

type Call = (
  method: string,
  path: string,
  body?: unknown,
  headers?: Record<string, string>,
) => Promise<Response>

/** Somebody who calls the API. */
export interface Caller {
  /** the official SDK, as a script would use it; it repeats nothing */
  sdk: Anthropic
  /** null: calls without a key */
  keyId: string | null
  headers: Record<string, string>
  /** A call by hand; `path` begins with `/v1`. A body that is no text is sent as JSON. */
  call: Call
  /** A call by hand whose answer is JSON, or nothing. */
  ask: <T = Record<string, unknown>>(
    ...call: Parameters<Call>
  ) => Promise<{ status: number; headers: Headers; body: T }>
}

let stores = 0

/**
 * Tests on a database of their file's own, which all verbs find. Nothing is emptied between tests: each
 * makes its own stores and keys and asks lists for these.
 */
export const test = base
  .extend('db', { scope: 'file', auto: true }, async ({}, { onCleanup }) => {
    const fresh = await freshDatabase()
    useDatabase(await openDatabase(fresh.url))
    onCleanup(async () => {
      // Files of a worker share its modules: a job that goes on would find the next file's database.
      await allDone()
      await closeDatabase()
      await fresh.remove()
    })
    return fresh
  })
  /** Fails a test in which a statement kept everybody waiting. */
  .extend('quick', { auto: true }, async ({ db: _ }, { onCleanup }) => {
    slowStatements()
    onCleanup(() => {
      const slow = slowStatements()
      if (slow.length > 0) throw new Error(`statements take too long:\n${slow.join('\n')}`)
    })
  })
  .extend('server', { scope: 'file' }, async ({ db: _ }, { onCleanup }) => {
    const server = await serveRoutes()
    onCleanup(() => server.close())
    return server
  })
  .extend('store', async ({ db: _ }) => {
    return createStore({ name: `store ${++stores}` })
  })
  .extend('storeId', ({ store }) => store.id)
  /** Makes a caller with such a key, for all stores; without one, a caller from here without a key. */
  .extend('as', async ({ server }) => {
    return async (like?: Partial<NewKey>): Promise<Caller> => {
      const { id, secret } = like ? await makeKey(like) : { id: null, secret: null }
      const headers: Record<string, string> = secret ? { authorization: `Bearer ${secret}` } : {}
      const sdk = new Anthropic({ apiKey: secret ?? 'local', baseURL: server.url, maxRetries: 0 })
      const call: Call = (method, address, body, more = {}) =>
        fetch(`${server.url}${address}`, {
          method,
          headers: { ...headers, 'content-type': 'application/json', ...more },
          ...(body !== undefined && {
            body: typeof body === 'string' ? body : JSON.stringify(body),
          }),
        })
      const ask = async <T>(...asked: Parameters<Call>) => {
        const response = await call(...asked)
        const text = await response.text()
        const answer = (text === '' ? {} : JSON.parse(text)) as T
        return { status: response.status, headers: response.headers, body: answer }
      }
      return { sdk, keyId: id, headers, call, ask }
    }
  })
  /** A caller from here without a key. */
  .extend('me', ({ as }) => as())
  .extend('ask', ({ me }) => me.ask)
  /** Follows a stream of the API until the test ends. */
  .extend('listen', async ({ server }, { onCleanup }) => {
    const listeners: Listener[] = []
    onCleanup(() => {
      for (const listener of listeners) listener.leave()
    })
    return async (
      address: string,
      { headers = {}, lastId }: { headers?: Record<string, string>; lastId?: string } = {},
    ) => {
      const listener = await listenTo(`${server.url}${address}`, headers, lastId)
      listeners.push(listener)
      return listener
    }
  })
  /** An empty folder, which goes with the test. */
  .extend('folder', async ({}, { onCleanup }) => {
    const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-folder-'))
    onCleanup(() => rmSync(folder, { recursive: true, force: true }))
    return folder
  })
