import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'
import { z } from 'zod'
import { createApiKey } from '@/lib/auth/api-keys'
import type { Access } from '@/lib/auth/access'
import { listVersions } from '@/lib/store/versions/read-versions'
import { onSqlite } from '@/tests/support/databases'
import { mcpPeers } from '@/tests/support/mcp-peers'

/**
 * The folder in which `npm run test:peers` installs the SDK; without it these tests are skipped.
 */
const FOLDER = process.env.PEERS_DIR ?? ''

const output = z.object({
  tools: z.array(z.string()),
  answers: z.array(
    z
      .object({ content: z.array(z.object({ text: z.string() })), isError: z.boolean().optional() })
      .nullable(),
  ),
})

type Call = [tool: string, input: Record<string, unknown>]

/** Calls the tools of a server; returns the text of each answer, and the names of the tools. */
async function callWithAiSdk(url: string, key: string, calls: readonly Call[]) {
  const { stdout } = await promisify(execFile)(process.execPath, [
    'tests/peers/call-with-ai-sdk.mjs',
    FOLDER,
    `${url}/mcp`,
    key,
    JSON.stringify(calls),
  ])
  const { tools, answers } = output.parse(JSON.parse(stdout))
  return { tools, texts: answers.map((answer) => answer && (answer.content[0]?.text ?? '')) }
}

onSqlite((current) => {
  describe.skipIf(FOLDER === '')('the client of Vercel’s AI SDK', () => {
    const serve = mcpPeers(current)
    const setUp = async (access: Access) => {
      const { url, storeId } = await serve(['Notes'])
      const db = current()
      const { secret } = await createApiKey(db, { name: 'Peer', access, storeIds: [storeId] })
      return { url, storeId, secret }
    }

    test('writes, lists, reads and deletes with a key that may write', async () => {
      const { url, storeId, secret } = await setUp('write')
      const { texts } = await callWithAiSdk(url, secret, [
        ['memory_write', { path: '/a.md', content: 'one\n' }],
        ['memory_list', {}],
        ['memory_read', { path: '/a.md' }],
        ['memory_delete', { path: '/a.md' }],
      ])
      expect(texts).toEqual([
        'Created /a.md',
        expect.stringContaining('/a.md'),
        expect.stringContaining('1\tone'),
        'Deleted /a.md',
      ])
      expect((await listVersions(current(), { storeId, limit: 10 })).versions).toHaveLength(2)
    })

    test('is not offered to write with a key that may only read', async () => {
      const { url, storeId, secret } = await setUp('read')
      const { tools, texts } = await callWithAiSdk(url, secret, [
        ['memory_write', { path: '/a.md', content: 'one\n' }],
      ])
      expect(tools).toEqual(['memory_list', 'memory_search', 'memory_read'])
      expect(texts).toEqual([null])
      expect((await listVersions(current(), { storeId, limit: 10 })).versions).toEqual([])
    })

    test('is refused with a key that is none', async () => {
      const { url, secret } = await setUp('write')
      await expect(callWithAiSdk(url, `${secret.slice(0, -1)}_`, [])).rejects.toThrow('401')
    })
  })
})
