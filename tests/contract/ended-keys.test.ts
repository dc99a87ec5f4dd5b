import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, expect, test } from 'vitest'
import * as framework from '@/app/v1/[[...path]]/route'
import { createSession } from '@/lib/agent/create-session'
import { createApiKey, revokeApiKey, rotateApiKey } from '@/lib/auth/api-keys'
import { usesNotStored } from '@/lib/auth/key-uses'
import type { Database } from '@/lib/db/database'
import { serveDatabase } from '@/lib/db/open-database'
import { createStore } from '@/lib/store/stores/change-stores'
import { getStore } from '@/lib/store/stores/read-stores'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'
import { mcpClient } from '@/tests/support/mcp-client'

interface Ground {
  db: Database
  url: string
  storeId: string
  secret: string
}

const headersWith = (secret: string) => ({ host: '127.0.0.1', 'x-api-key': secret })

/** Until the stream ends, or is cut off. */
const ended = (response: Response) => response.text().catch(() => '')

type Opening = (ground: Ground) => Promise<{ end: Promise<unknown> }>

const eventsOfStore: Opening = async ({ url, storeId, secret }) => {
  const address = `${url}/v1/memory_stores/${storeId}/events`
  return { end: ended(await fetch(address, { headers: headersWith(secret) })) }
}

const eventsThroughFramework: Opening = async ({ storeId, secret }) => {
  const address = `http://127.0.0.1/v1/memory_stores/${storeId}/events`
  const request = new Request(address, { headers: headersWith(secret) })
  return { end: ended(await framework.GET(request)) }
}

const eventsOfSession: Opening = async ({ db, url, storeId, secret }) => {
  const { id } = await createSession(db, {
    title: null,
    settings: { model: 'some-model' },
    stores: [{ storeId, access: 'read_write' }],
    openedBy: LOCAL_USER_ACTOR,
  })
  const address = `${url}/v1/sessions/${id}/events/stream`
  return { end: ended(await fetch(address, { headers: headersWith(secret) })) }
}

const subscriptionOfMcp: Opening = async ({ db, url, secret }) => {
  const client = await mcpClient({ url, key: secret })
  await client.listen({ resourcesListChanged: true })
  const isLetGo = () => expect.poll(() => db.changes.hasListeners).toBe(false)
  return { end: isLetGo() }
}

/** Streams that tell for as long as their caller listens. */
const STREAMS = [eventsOfStore, eventsThroughFramework, eventsOfSession, subscriptionOfMcp]

const END_OF_KEY: Record<string, (db: Database, keyId: string) => Promise<unknown>> = {
  'is revoked': revokeApiKey,
  expires: (db, keyId) => change(db, keyId, 'expires_at = created_at'),
  'may open fewer stores': (db, keyId) => change(db, keyId, `store_ids = '["memstore_other"]'`),
  'may do less': (db, keyId) => change(db, keyId, `access = 'metrics'`),
  'has another secret, and the day of the one before is over': async (db, keyId) => {
    await rotateApiKey(db, keyId)
    await change(db, keyId, 'previous_until = created_at')
  },
}

/** Changes a key as another process would. */
const change = (db: Database, keyId: string, what: string) =>
  db.write((tx) => tx.run(`UPDATE api_keys SET ${what} WHERE id = ?`, [keyId]))

onBothDatabases((current) => {
  let server: TestServer | undefined
  const setUp = async () => {
    server ??= await serveApi(current())
    serveDatabase(current())
    const { id: storeId } = await createStore(current(), { name: 'Told of' })
    const { key, secret } = await createApiKey(current(), {
      name: 'a listener',
      access: 'write',
      storeIds: [storeId],
    })
    return { db: current(), url: server.url, storeId, keyId: key.id, secret }
  }
  afterAll(async () => server?.close())

  test.each(Object.entries(END_OF_KEY))('when a key %s, all its streams end', async (_, endKey) => {
    const ground = await setUp()
    const streams = await Promise.all(STREAMS.map((open) => open(ground)))
    await endKey(ground.db, ground.keyId)
    await Promise.all(streams.map(({ end }) => end))
    await expect.poll(() => ground.db.changes.hasListeners).toBe(false)
    await expect.poll(() => ground.db.sessionChanges.hasListeners).toBe(false)
  })

  test('a stream goes on while its key stands, with a new secret too', async () => {
    const ground = await setUp()
    const other = await createApiKey(ground.db, { name: 'other', access: 'read', storeIds: null })
    const [kept, cut] = await Promise.all([
      eventsOfStore(ground),
      eventsOfStore({ ...ground, secret: other.secret }),
    ])
    await rotateApiKey(ground.db, ground.keyId)
    await revokeApiKey(ground.db, other.key.id)
    await cut.end
    const first = await Promise.race([kept.end.then(() => 'ended'), Promise.resolve('goes on')])
    expect(first).toBe('goes on')
    await revokeApiKey(ground.db, ground.keyId)
    await kept.end
  })

  test('what a key was still sending when it was revoked is not taken', async () => {
    const { db, url, storeId, keyId, secret } = await setUp()
    const { hostname, port } = new URL(url)
    const body = JSON.stringify({ path: '/late.md', content: 'too late' })
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    const isClosed = once(socket, 'close')
    socket.write(
      [
        `POST /v1/memory_stores/${storeId}/memories HTTP/1.1`,
        'host: 127.0.0.1',
        `x-api-key: ${secret}`,
        `content-length: ${body.length}`,
        '',
        body.slice(0, 10),
      ].join('\r\n'),
    )
    await expect.poll(() => usesNotStored(db).has(keyId)).toBe(true)
    await revokeApiKey(db, keyId)
    await isClosed
    expect((await getStore(db, storeId)).lastSequence).toBe(0)
  })
})
