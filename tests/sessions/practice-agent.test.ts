import type { BetaMessageParam, BetaToolResultBlockParam } from '@anthropic-ai/sdk/resources/beta'
import { expect } from 'vitest'
import { type DocumentTool, runDocument } from '@/lib/memory-tool/documents'
import { mountsOf } from '@/lib/memory-tool/paths'
import { runCommand } from '@/lib/memory-tool/run'
import { asData } from '@/lib/memory-tool/words'
import { type AnsweredCall, answerEvents, askModel } from '@/lib/sessions/ask-model'
import { textOf } from '@/lib/sessions/event'
import { modelClient } from '@/lib/sessions/models'
import { checkedSettings, PRACTICE_MODEL, type ToolSet } from '@/lib/sessions/settings'
import { systemPrompt } from '@/lib/sessions/system-prompt'
import { toolsOf } from '@/lib/sessions/request'
import { createStore } from '@/lib/store/change-stores'
import type { Store } from '@/lib/store/model/model'
import { describe, test } from '@/tests/support/fixtures'
import { BY_SESSION } from '@/tests/support/memory-tool'
import { problemOf } from '@/tests/support/messages-api'
import { textsOf, written } from '@/tests/support/written'

async function storeWith(memories: Record<string, string>, name = 'Notes'): Promise<Store> {
  const store = await createStore({ name })
  await written(store.id, memories)
  return store
}

const BETAS = ['context-management-2025-06-27']
const HEADERS = {
  authorization: 'Bearer none',
  'anthropic-version': '2026-10-21',
  'anthropic-beta': BETAS.join(','),
}

/** A conversation with the practice agent, whose calls are run on real stores. */
function conversation(toolSet: ToolSet, stores: readonly Store[], isReadOnly = false) {
  const mounts = mountsOf(stores, { isReadOnly })
  const attached = mounts.map(({ storeId, title, name }) => ({
    storeId,
    name: title,
    mountName: name,
    isReadOnly,
    description: '',
    instructions: '',
  }))
  const settings = checkedSettings({ model: PRACTICE_MODEL, tool_set: toolSet })
  const messages: BetaMessageParam[] = []
  const calls: AnsweredCall[] = []

  const resultOf = async (call: AnsweredCall): Promise<BetaToolResultBlockParam> => {
    const { name, input, model_tool_use_id: tool_use_id } = call
    const { content, isError } =
      name === 'memory'
        ? await runCommand({ mounts, command: input }, BY_SESSION)
        : await runDocument({ mounts, name: name as DocumentTool, input }, BY_SESSION)
    const isShown = name === 'memory' && input.command === 'view' && !isError
    return {
      type: 'tool_result',
      tool_use_id,
      is_error: isError,
      content: isShown ? asData(content) : content,
    }
  }

  const answered = async () => {
    const body = {
      model: PRACTICE_MODEL,
      max_tokens: 1_000,
      messages,
      stream: true as const,
      system: systemPrompt(settings, attached),
      tools: toolsOf(toolSet, attached),
    }
    expect(problemOf(body, HEADERS)).toBeNull()
    const { client } = modelClient(PRACTICE_MODEL)
    return askModel({ client, body, betas: BETAS, signal: new AbortController().signal })
  }

  /** Says something, lets the agent work until it is done, and returns its last words. */
  const say = async (text: string): Promise<string> => {
    messages.push({ role: 'user', content: [{ type: 'text', text }] })
    for (;;) {
      const answer = await answered()
      expect(answer.kind).toBe('whole')
      const events = answerEvents(answer)
      const said = events.flatMap((event) =>
        event.type === 'agent.message' ? [textOf(event)] : [],
      )
      const made = events.flatMap((event) => (event.type === 'agent.tool_use' ? [event] : []))
      calls.push(...made)
      messages.push({
        role: 'assistant',
        content: [
          ...said.map((each) => ({ type: 'text' as const, text: each })),
          ...made.map(({ model_tool_use_id: id, name, input }) => ({
            type: 'tool_use' as const,
            id,
            name,
            input,
          })),
        ],
      })
      if (made.length === 0) return said.join('\n\n')
      const results: BetaToolResultBlockParam[] = []
      for (const call of made) results.push(await resultOf(call))
      messages.push({ role: 'user', content: results })
    }
  }
  return { say, calls, messages }
}

describe.for(['memory', 'documents'] as const)('the practice agent with the tools %s', (tools) => {
  const begun = async (memories: Record<string, string> = {}) => {
    const store = await storeWith(memories)
    return { ...conversation(tools, [store]), texts: () => textsOf(store.id) }
  }

  test('says what it is, looks at its memory first, and remembers what it is told', async () => {
    const { say, calls, messages, texts } = await begun()
    expect(await say('Remember that I like tea')).toBe('I have written it down: I like tea')
    expect(JSON.stringify(messages[1])).toContain('no model, only a few rules')
    expect(calls[0]).toMatchObject(
      tools === 'documents' ? { name: 'memory_list' } : { input: { command: 'view' } },
    )
    expect(await texts()).toEqual({ '/notes.md': '# Notes\n\n- I like tea\n' })
  })

  test.for(['# Notes\n\n- one\n', '# Notes\n\n- one'])(
    'adds to the notes that it finds (%j), once',
    async (notes) => {
      const { say, texts } = await begun({ '/notes.md': notes })
      await say('Remember that two comes after one')
      expect((await texts())['/notes.md']).toMatch(/^# Notes\n\n- one\n- two comes after one\n?$/)
      expect(await say('Remember that two comes after one')).toContain('I know that already')
    },
  )

  test('recalls what was written before', async () => {
    const { say } = await begun({ '/people/ada.md': 'Ada likes tea\nand chess\n' })
    expect(await say('What does Ada like?')).toContain('- Ada likes tea (')
  })

  test('corrects what is wrong, in the line that is meant', async () => {
    const { say, texts } = await begun({ '/a.md': 'port 80\nold port 8080\nport 80\n' })
    await say('Change old port to new port')
    expect(await texts()).toEqual({ '/a.md': 'port 80\nnew port 8080\nport 80\n' })
  })

  test('forgets a line by its words, and a file by its name', async () => {
    const { say, texts } = await begun({
      '/a.md': 'Sign-off by QA on Fridays\nQA is four people\n',
      '/old.md': 'gone soon\nall of it\n',
    })
    expect(await say('Forget the QA sign-off')).toContain('until a person redacts them')
    expect(await say('Forget old.md')).toContain('I have taken')
    expect(await texts()).toEqual({ '/a.md': 'QA is four people\n' })
  })

  test('says what a tool refused', async () => {
    const store = await storeWith({ '/a.md': 'The port is 3000\n' })
    const { say } = conversation(tools, [store], true)
    expect(await say('Change 3000 to 4000')).toMatch(
      /^That could not be done: Error: .* read-only$/,
    )
  })

  test('finds what lies deep among many memories, and says what it found nothing in', async () => {
    const many = Array.from({ length: 120 }, (_, index) => [
      `/area-${index % 10}/part-${index % 5}/memory-${index}.md`,
      `Entry ${index} of the log\n`,
    ])
    const path = '/area-9/part-4/deep/er/zebra-crossing.md'
    const { say, texts } = await begun({
      ...(Object.fromEntries(many) as Record<string, string>),
      [path]: 'Zebra opens at nine\nand at ten\n',
    })
    expect(await say('When does the zebra open?')).toContain('- Zebra opens at nine (')
    await say('Change zebra opens at nine to Zebra opens at eight')
    expect((await texts())[path]).toBe('Zebra opens at eight\nand at ten\n')
    expect(await say('What do you know about the giraffe?')).toMatch(
      /^I (?:searched my memory, read \d+ files|read 60 files of 121 files, .*) and found nothing about giraffe\.$/,
    )
  })

  test('asks for no notes that its listing would have named', async () => {
    const { say, messages } = await begun({ '/area/deep/er/a.md': 'Ada likes tea\n' })
    await say('What does Bob like?')
    await say('Remember that it rains')
    expect(JSON.stringify(messages)).not.toContain('"is_error":true')
  })

  test('uses all the stores that it has', async () => {
    const stores = [
      await storeWith({ '/a.md': 'Ada likes tea\n' }, 'People'),
      await storeWith({ '/a.md': 'The port is 3000\n' }, 'Servers'),
    ]
    const { say } = conversation(tools, stores)
    expect(await say('What does Ada like?')).toContain('- Ada likes tea (')
    await say('Change 3000 to 4000')
    await say('Remember that it rains')
    expect(await textsOf(stores[1]?.id ?? '')).toEqual({ '/a.md': 'The port is 4000\n' })
    expect((await textsOf(stores[0]?.id ?? ''))['/notes.md']).toContain('- it rains\n')
  })
})

test('the practice agent uses the memory tool with a schema as it does the native one', async () => {
  const store = await storeWith({ '/a.md': 'The port is 3000\n' })
  const { say } = conversation('memory_custom', [store])
  expect(await say('Change 3000 to 4000')).toBe('I have corrected it: “3000” is “4000” now.')
  expect(await textsOf(store.id)).toEqual({ '/a.md': 'The port is 4000\n' })
})
