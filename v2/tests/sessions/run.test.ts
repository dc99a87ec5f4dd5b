import { describe, expect, test } from '@/tests/support/fixtures'
import { create, modelName, say, view } from '@/tests/support/model-server'
import { modelServer } from '@/tests/support/own-model-server'

/** A session by the official SDK: what a person sends, and what comes of it. */

const server = modelServer()

describe('a run', () => {
  test('answers a message, with its calls where they happened', async ({ as, store }) => {
    const { sdk } = await as()
    const model = modelName()
    server.script(
      model,
      { parts: [say('I look.'), view()] },
      { parts: [create('/memories/a.md', 'one\n')] },
      { parts: [say('Done.')] },
    )
    const session = await sdk.beta.sessions.create({
      agent: { model } as never,
      environment_id: 'env',
      resources: [{ type: 'memory_store', memory_store_id: store.id }],
    })
    const stream = await sdk.beta.sessions.events.stream(session.id)
    await sdk.beta.sessions.events.send(session.id, {
      events: [{ type: 'user.message', content: [{ type: 'text', text: 'Note it' }] }],
    })
    const types: string[] = []
    for await (const event of stream) {
      types.push(event.type)
      if (event.type === 'session.status_idle') break
    }
    expect(types).toEqual([
      'session.status_running',
      'user.message',
      'span.model_request_start',
      'agent.message',
      'agent.tool_use',
      'span.model_request_end',
      'agent.tool_result',
      'span.model_request_start',
      'agent.tool_use',
      'span.model_request_end',
      'agent.tool_result',
      'span.model_request_start',
      'agent.message',
      'span.model_request_end',
      'session.status_idle',
    ])
    const [memory] = (await sdk.beta.memoryStores.memories.list(store.id)).data
    expect(memory).toMatchObject({ path: '/a.md' })
  })
})
