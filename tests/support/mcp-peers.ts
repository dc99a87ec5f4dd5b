import type { Client } from '@modelcontextprotocol/client'
import { afterAll } from 'vitest'
import type { Database } from '@/lib/db/database'
import { serveDatabase } from '@/lib/db/open-database'
import { createStore } from '@/lib/store/stores/change-stores'
import { serveApi, type TestServer } from './http-server'
import { mcpClient, type McpPeer } from './mcp-client'

/** A server over the database and clients of it, all closed after the file's tests. */
export function mcpPeers(current: () => Database) {
  let server: TestServer | undefined
  const clients: Client[] = []
  afterAll(async () => {
    await Promise.all(clients.map((client) => client.close()))
    await server?.close()
  })
  /** Serves the database with new stores of these names. */
  return async (names: readonly string[]) => {
    server ??= await serveApi(current())
    serveDatabase(current())
    const { url } = server
    const storeIds: string[] = []
    for (const name of names) storeIds.push((await createStore(current(), { name })).id)
    const [storeId = ''] = storeIds
    const connect = async (peer: Partial<McpPeer> = {}) => {
      const client = await mcpClient({ url, ...peer })
      clients.push(client)
      return client
    }
    return { url, storeId, storeIds, connect }
  }
}
