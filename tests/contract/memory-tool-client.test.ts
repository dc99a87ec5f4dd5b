import { betaMemoryTool } from '@anthropic-ai/sdk/helpers/beta/memory'
import {
  type BetaRunnableTool,
  runRunnableTool,
} from '@anthropic-ai/sdk/lib/tools/BetaRunnableTool'
import { ToolError } from '@anthropic-ai/sdk/lib/tools/ToolError'
import type { BetaMemoryTool20250818Command } from '@anthropic-ai/sdk/resources/beta'
import { expect } from 'vitest'
import { listVersions } from '@/lib/store/versions'
import {
  palimpsestMemory,
  type PalimpsestMemory,
  palimpsestMemoryTool,
} from '@/lib/memory-tool/client'
import { runCommand } from '@/lib/memory-tool/run'
import { describe, test as base } from '@/tests/support/fixtures'
import { makeKey } from '@/tests/support/keys'
import { attached, BY_SESSION } from '@/tests/support/memory-tool'
import { SAME } from '@/tests/support/tool-cases'

const test = base.extend('setting', async ({ server, store }) => {
  const setting = { baseURL: server.url, storeId: store.id }
  const client = (more: Partial<PalimpsestMemory> = {}) => palimpsestMemory({ ...setting, ...more })
  const versions = async () =>
    (await listVersions({ storeId: store.id, limit: 100 })).items.toReversed()
  return { ...setting, client, versions }
})

/** The answer that a model gets by the SDK's own runner. */
async function answerOf(tool: BetaRunnableTool<BetaMemoryTool20250818Command>, input: object) {
  const use = { type: 'tool_use', id: 'toolu_1', name: 'memory', input } as const
  const { content, isError } = await runRunnableTool(tool, input, {
    toolUse: use,
    toolUseBlock: use,
  })
  return isError ? { error: content } : content
}

const create = { command: 'create', path: '/memories/a.md', file_text: 'a' } as const
const view = { command: 'view', path: '/memories/a.md' } as const

describe.each([
  [
    'betaMemoryTool with our handlers',
    (memory: PalimpsestMemory) => betaMemoryTool(palimpsestMemory(memory)),
    null,
  ],
  ['our own tool', palimpsestMemoryTool, 'toolu_1'],
] as const)('%s', (_, toolOf, toolUseId) => {
  test('is announced to the model as memory_20250818', ({ setting }) => {
    expect(toolOf(setting)).toMatchObject({ type: 'memory_20250818', name: 'memory' })
  })

  test.for(Object.entries(SAME))('answers as its verb does: %s', async ([, all], { setting }) => {
    const { mounts } = await attached()
    for (const command of [...all, { command: 'append' }]) {
      const { content, isError } = await runCommand({ mounts, command }, BY_SESSION)
      const expected = isError ? { error: content } : content
      expect(await answerOf(toolOf(setting), command)).toEqual(expected)
    }
  })

  test('writes in the name of its key, its session and the tool use that the SDK passes on', async ({
    setting,
  }) => {
    const { id, secret } = await makeKey({ access: 'write' })
    const tool = toolOf({ ...setting, apiKey: secret, sessionId: 'sesn_mine' })
    await answerOf(tool, create)
    expect(await setting.versions()).toMatchObject([
      { actorType: 'api_key', actorId: id, sessionId: 'sesn_mine', toolUseId },
    ])
  })

  test('lets no model write in the name of another session or tool use', async ({ setting }) => {
    const forged = { ...create, session_id: 'sesn_other', tool_use_id: 'toolu_other' }
    expect(await answerOf(toolOf(setting), forged)).toEqual({
      error: 'Error: Invalid input: unknown field session_id, tool_use_id',
    })
    expect(await setting.versions()).toEqual([])
  })
})

test('a call names the versions that it wrote, one for each memory', async ({ as, setting }) => {
  const caller = await as()
  const ids: string[] = []
  const counts: number[] = []
  for (const command of [
    { command: 'create', path: '/memories/d/a.md', file_text: 'a\n' },
    { command: 'create', path: '/memories/d/e/b.md', file_text: 'b\n' },
    { command: 'view', path: '/memories/d' },
    { command: 'str_replace', path: '/memories/d/a.md', old_str: 'a', new_str: 'a' },
    { command: 'rename', old_path: '/memories/d', new_path: '/memories/f' },
    { command: 'delete', path: '/memories/f' },
  ]) {
    const path = `/v1/memory_stores/${setting.storeId}/memory_tool`
    const { body } = await caller.ask<{ memory_version_ids: string[] }>('POST', path, command)
    ids.push(...body.memory_version_ids)
    counts.push(body.memory_version_ids.length)
  }
  expect(counts).toEqual([1, 1, 0, 0, 2, 2])
  expect(ids).toEqual((await setting.versions()).map(({ id }) => id))
})

test('a key that only reads may view, and the store is read-only to it', async ({ setting }) => {
  await setting.client().create(create)
  const { secret } = await makeKey({ access: 'read' })
  const reader = setting.client({ apiKey: secret })
  expect(await reader.view(view)).toMatch(/\ta$/)
  await expect(reader.delete({ command: 'delete', path: '/memories/a.md' })).rejects.toThrow(
    new ToolError('Error: /memories/a.md is read-only'),
  )
})

test('what the server refuses itself is an error that says why, and none of the model', async ({
  setting,
}) => {
  const failure = async (
    more: Partial<PalimpsestMemory>,
    command = create as { file_text: string },
  ) => {
    const made = Promise.resolve(setting.client(more).create({ ...create, ...command }))
    const error = await made.catch((thrown: unknown) => thrown)
    expect(error).not.toBeInstanceOf(ToolError)
    return (error as Error).message
  }
  const { secret } = await makeKey({ access: 'write', storeIds: ['memstore_other'] })
  expect(await failure({ apiKey: 'plk_wrong' })).toMatch(/^the memory server answered 401: ./)
  expect(await failure({ apiKey: secret })).toMatch(/^the memory server answered 404: ./)
  expect(await failure({ storeId: 'memstore_none' })).toMatch(/^the memory server answered 404: ./)
  const tooLarge = { file_text: 'x'.repeat(9 * 2 ** 20) }
  expect(await failure({}, tooLarge)).toMatch(/^the memory server answered 413: ./)
  const proxy = () => Promise.resolve(new Response('<h1>Bad gateway</h1>', { status: 502 }))
  expect(await failure({ fetch: proxy })).toBe('the memory server answered 502')
})
