import type { APIRequestContext, Page } from 'playwright/test'
import Anthropic from '@anthropic-ai/sdk'
import { WITH_MODELS } from './models'

/**
 * Opens a session of a scripted model with its own store through the SDK. `palimpsest`: settings that
 * the API does not have.
 */
export async function opened(
  model: string,
  memories: Record<string, string> = {},
  palimpsest: object = {},
) {
  const { beta } = new Anthropic({ apiKey: 'local', baseURL: WITH_MODELS })
  const store = await beta.memoryStores.create({ name: `Store of ${model}` })
  for (const [path, content] of Object.entries(memories)) {
    await beta.memoryStores.memories.create(store.id, { path, content })
  }
  const session = await beta.sessions.create({
    agent: model,
    environment_id: 'env_local',
    resources: [{ type: 'memory_store', memory_store_id: store.id }],
    ...{ palimpsest },
  })
  return { beta, storeId: store.id, sessionId: session.id }
}

/** Opens a session of the practice agent with a store, and says something to it; returns its id. */
export async function practiceSession(
  request: APIRequestContext,
  storeId: string,
  ...said: string[]
): Promise<string> {
  const opened = await request.post('/v1/sessions', {
    data: {
      agent: 'practice-agent',
      environment_id: 'env_local',
      resources: [{ type: 'memory_store', memory_store_id: storeId }],
      initial_events: said.map((words) => ({ type: 'user.message', content: [text(words)] })),
    },
  })
  const { id } = (await opened.json()) as { id: string }
  return id
}

/** Sends the agent a message through the page. */
export async function say(page: Page, words: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).fill(words)
  await page.keyboard.press('Enter')
}

export const log = (page: Page) => page.getByRole('log', { name: 'Conversation' })

/** A text block of a scripted answer. */
export const text = (words: string) => ({ type: 'text', text: words })
