import { createRequire } from 'node:module'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { listVersions } from '@/lib/store/versions'
import { describe, expect, test as base } from '@/tests/support/fixtures'
import { makeKey } from '@/tests/support/keys'

/** The client of Vercel's AI SDK, which is another implementation than the official one. */

interface Tool {
  execute(
    input: object,
    options: object,
  ): Promise<{ content: { text: string }[]; isError?: boolean }>
}

interface Connected {
  tools(): Promise<Record<string, Tool>>
  close(): Promise<void>
}

type Connect = (to: {
  transport: { type: 'http'; url: string; headers: Record<string, string> }
}) => Promise<Connected>

const sdk = createRequire(path.join(process.env.PEERS_DIR ?? '', 'package.json'))
const address = pathToFileURL(sdk.resolve('@ai-sdk/mcp')).href
const { createMCPClient } = (await import(address)) as { createMCPClient: Connect }

const test = base.extend('connect', async ({ server }, { onCleanup }) => {
  const clients: Connected[] = []
  onCleanup(async () => void (await Promise.all(clients.map((client) => client.close()))))
  return async (secret: string) => {
    const headers = { authorization: `Bearer ${secret}` }
    const transport = { type: 'http' as const, url: `${server.url}/mcp`, headers }
    const client = await createMCPClient({ transport })
    clients.push(client)
    const tools = await client.tools()
    const call = async (name: string, input: object) => {
      const answer = await tools[name]?.execute(input, { toolCallId: 'call', messages: [] })
      return answer?.content[0]?.text
    }
    return { names: Object.keys(tools), call }
  }
})

describe('the client of Vercel’s AI SDK', () => {
  test('writes, lists, reads and deletes with a key that may write', async ({ connect, store }) => {
    const { secret } = await makeKey({ access: 'write', storeIds: [store.id] })
    const { call } = await connect(secret)
    expect(await call('memory_write', { path: '/a.md', content: 'one\n' })).toMatch(
      /^Created \/a\.md/,
    )
    expect(await call('memory_list', {})).toContain('/a.md')
    expect(await call('memory_read', { path: '/a.md' })).toContain('1\tone')
    expect(await call('memory_delete', { path: '/a.md' })).toMatch(/^Deleted \/a\.md/)
    const { items } = await listVersions({ storeId: store.id, limit: 10 })
    expect(items).toHaveLength(2)
    expect(items[0]?.client).not.toBeNull()
  })

  test('is not offered to write with a key that may only read, and is refused with none that is good', async ({
    connect,
    store,
  }) => {
    const { secret } = await makeKey({ access: 'read', storeIds: [store.id] })
    const { names } = await connect(secret)
    expect(names).toEqual(['memory_list', 'memory_search', 'memory_read'])
    await expect(connect(`${secret.slice(0, -1)}_`)).rejects.toThrow('401')
  })
})
