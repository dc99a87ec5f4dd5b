import { StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { runCommand } from '@/lib/memory-tool/run'
import type { ToolAnswer } from '@/lib/memory-tool/words'
import { expect } from '@/tests/support/fixtures'
import { callTool, newClient } from '@/tests/support/mcp-client'
import { attached, BY_SESSION } from '@/tests/support/memory-tool'
import { memory, say } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'
import { of, type Talking, test } from '@/tests/support/talk'
import { type Command, SAME } from '@/tests/support/tool-cases'
import { textsOf } from '@/tests/support/written'

/** The memory tool answers the same through every door as its verb does; through HTTP `memory-tool-client` asks. */

type Answer = Pick<ToolAnswer, 'content' | 'isError'>

const model = modelServer()

interface Outside {
  storeId: string
  url: string
  talk: Talking
}

/** How each door is asked one command after the other. */
const DOORS: Record<string, (outside: Outside, commands: Command[]) => Promise<Answer[]>> = {
  MCP: async ({ storeId, url }, commands) => {
    const client = newClient()
    const address = new URL(`${url}/mcp?tools=memory&store=${storeId}`)
    await client.connect(new StreamableHTTPClientTransport(address))
    const answers: Answer[] = []
    for (const command of commands) {
      const { text, isError } = await callTool(client, 'memory', command)
      answers.push({ content: text, isError })
    }
    await client.close()
    return answers
  },
  'a session': async ({ talk }, commands) => {
    // The calls of one answer are carried out one after the other.
    const parts = commands.map((command) => memory(command))
    const session = await talk(model.scripted({ parts }, { parts: [say('Done.')] }))
    const results = of(await session.say('Go on'), 'agent.tool_result')
    return results.map(({ content, is_error }) => ({
      content: content[0]?.text ?? '',
      isError: is_error === true,
    }))
  },
}

const CASES = Object.keys(DOORS).flatMap((door) =>
  Object.keys(SAME).map((name) => ({ door, name })),
)

test.for(CASES)('$door: $name', async ({ door, name }, { server, store, talk }) => {
  const commands = SAME[name] ?? []
  const { mounts, store: own } = await attached()
  const expected: Answer[] = []
  for (const command of commands) {
    const { content, isError } = await runCommand({ mounts, command }, BY_SESSION)
    expected.push({ content, isError })
  }
  const outside = { storeId: store.id, url: server.url, talk }
  expect(await DOORS[door]?.(outside, commands)).toEqual(expected)
  expect(await textsOf(store.id)).toEqual(await textsOf(own.id))
})
