import { describe, expect, test } from 'vitest'
import { modelName, say } from '@/tests/support/model-server'
import { MODEL_KEY, modelServer } from '@/tests/support/own-model-server'
import { contextWindowOf, hasModelServer, knownWindowOf, listModels, modelClient } from './models'
import { checkedSettings, DEFAULT_WINDOW, PRACTICE_MODEL } from './settings'

const models = modelServer()

const session = (model: string, window: number | null = null) =>
  checkedSettings({ model, context: { window } })

describe('the client for a model', () => {
  test('asks the server that is set, with the key, and notes what it sends', async () => {
    const model = modelName()
    models.script(model, { parts: [say('Hello')] })
    const sent: string[] = []
    const asked = modelClient(model, (body) => sent.push(body))
    expect([hasModelServer(), asked.model]).toEqual([true, model])
    const body = {
      model,
      max_tokens: 10,
      messages: [{ role: 'user' as const, content: 'Hi' }],
      stream: true as const,
    }
    for await (const _ of await asked.client.beta.messages.create(body));
    expect(sent).toEqual([JSON.stringify(body)])
    expect(models.lastHeaders(model).authorization).toBe(`Bearer ${MODEL_KEY}`)
  })

  test('of the practice agent never leaves the process', async () => {
    const { client, model } = modelClient(PRACTICE_MODEL)
    expect(model).toBe(PRACTICE_MODEL)
    await expect(client.beta.models.list()).rejects.toMatchObject({ status: 404 })
  })
})

test('the models to choose from are the server’s, and the practice agent', async () => {
  const model = modelName()
  models.know(model, { window: 300_000 })
  const { models: listed, fault, hasServer } = await listModels()
  expect(listed).toContainEqual({ id: model, name: model })
  expect(listed.at(-1)).toEqual({ id: PRACTICE_MODEL, name: 'Practice agent' })
  expect([fault, hasServer]).toEqual([null, true])
})

describe('the window of a model', () => {
  test('is what a person set', async () => {
    expect(await contextWindowOf(session(modelName(), 12_000))).toBe(12_000)
  })

  test('is what the server says, which is then known', async () => {
    const settings = session(modelName())
    models.know(settings.model, { window: 1_000_000 })
    expect(knownWindowOf(settings)).toBe(DEFAULT_WINDOW)
    expect(await contextWindowOf(settings)).toBe(1_000_000)
    expect(knownWindowOf(settings)).toBe(1_000_000)
  })

  test.each([
    ['does not say', {}],
    ['does not know the model', { isGone: true }],
  ])('is the usual one where the server %s', async (_what, facts) => {
    const settings = session(modelName())
    models.know(settings.model, facts)
    expect(await contextWindowOf(settings)).toBe(DEFAULT_WINDOW)
  })

  test('is the usual one where the server is silent, which is not waited for twice in a row', async () => {
    const settings = session(modelName())
    models.know(settings.model, { isSilent: true })
    expect(await contextWindowOf(settings)).toBe(DEFAULT_WINDOW)
    models.know(settings.model, { window: 300_000 })
    expect(await contextWindowOf(settings)).toBe(DEFAULT_WINDOW)
  })
})
