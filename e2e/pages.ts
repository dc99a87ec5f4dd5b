import Anthropic from '@anthropic-ai/sdk'
import { expect } from 'playwright/test'
import { message } from '@/tests/support/messages'
import type { MemoryStores } from './fixtures'

/** What stores, memories and their authors are called in what is shown. */
export interface Words {
  store: string
  description: string
  path: string
  content: string
}

/** Names and texts that do not fit, do not end, or hide something. */
export const HOSTILE: Words = {
  store: `${'Donaudampfschifffahrtsgesellschaft'.repeat(6)} ‮gpj.exe`,
  description: `Described at length ${'w'.repeat(120)}`,
  path: `/${'deep/'.repeat(8)}a-name-that-is-rather-long-${'x'.repeat(60)}<script>.md`,
  content: `# Notes ‮three\n\n${'unbroken'.repeat(100)}\n| a | b |\n| - | - |\n| ${'c'.repeat(200)} | d |\n<script>alert(1)</script>\n`,
}

export const SHORT: Words = {
  store: 'Notes',
  description: 'What holds',
  path: '/notes/plan.md',
  content: '# Plan\n\n- [x] read\n- [ ] write it down\n',
}

/** What the addresses of pages name. */
export interface Made {
  store: string
  empty: string
  archived: string
  memory: string
  deleted: string
  redaction: string
  session: string
  /** the newest of what its agent said */
  said: string
}

/** Every page, and each of its states. */
export const PAGES: readonly (readonly [name: string, addressOf: (made: Made) => string])[] = [
  ['review', () => '/review'],
  ['a board', ({ store }) => `/review/apikey_none?store=${store}`],
  ['stores', () => '/stores'],
  ['a store', ({ store }) => `/stores/${store}`],
  ['a store in the past', ({ store }) => `/stores/${store}?at=1`],
  ['an empty store', ({ empty }) => `/stores/${empty}`],
  ['an archived store', ({ archived }) => `/stores/${archived}`],
  ['what nobody read', ({ store }) => `/stores/${store}?unread=30`],
  ['a memory', ({ store, memory }) => `/stores/${store}?memory=${memory}`],
  ['a preview', ({ store, memory }) => `/stores/${store}?memory=${memory}&view=preview`],
  ['the agent’s view', ({ store, memory }) => `/stores/${store}?memory=${memory}&view=agent`],
  ['blame', ({ store, memory }) => `/stores/${store}?memory=${memory}&view=blame`],
  ['readers', ({ store, memory }) => `/stores/${store}?memory=${memory}&view=reads`],
  ['two versions', ({ store, memory }) => `/stores/${store}?memory=${memory}&diff=before`],
  [
    'two versions side by side',
    ({ store, memory }) => `/stores/${store}?memory=${memory}&diff=before&layout=split`,
  ],
  ['an editor', ({ store, memory }) => `/stores/${store}?memory=${memory}&view=edit`],
  ['a deleted memory', ({ store, deleted }) => `/stores/${store}?memory=${deleted}`],
  ['no memory', ({ store }) => `/stores/${store}?path=/nowhere.md`],
  ['the changes of a store', ({ store }) => `/stores/${store}/changes`],
  ['the changes of an archived store', ({ archived }) => `/stores/${archived}/changes`],
  ['the settings of a store', ({ store }) => `/stores/${store}/settings`],
  ['the settings of an archived store', ({ archived }) => `/stores/${archived}/settings`],
  ['the rules of a store', ({ store }) => `/stores/${store}/rules`],
  ['the rules of an archived store', ({ archived }) => `/stores/${archived}/rules`],
  ['seed', ({ store }) => `/stores/${store}/seed`],
  ['seed by a path', ({ store }) => `/stores/${store}/seed?from=machine`],
  ['seed by a text', ({ store }) => `/stores/${store}/seed?from=text`],
  ['a plan', ({ store }) => `/stores/${store}/plan?restore=1`],
  ['a plan of nothing', ({ store }) => `/stores/${store}/plan?restore=4`],
  ['a comparison', ({ store }) => `/stores/${store}/compare?withAt=1`],
  ['a comparison of equals', ({ store }) => `/stores/${store}/compare?withAt=4`],
  ['the log', ({ store }) => `/log?store=${store}`],
  ['a log of nothing', () => '/log?by=nobody'],
  ['search', () => '/search'],
  ['redact', () => '/redact'],
  ['redactions', () => '/redactions'],
  ['a receipt', ({ redaction }) => `/redactions/${redaction}`],
  ['sessions', () => '/sessions'],
  ['a new session', ({ store }) => `/sessions/new?store=${store}`],
  ['a session', ({ session }) => `/sessions/${session}`],
  ['the settings of a session', ({ session }) => `/sessions/${session}/settings`],
  ['why it said that', ({ session, said }) => `/sessions/${session}/why?event=${said}`],
  ['tests', ({ store }) => `/stores/${store}/tests`],
  ['a new test', ({ store }) => `/stores/${store}/tests?new`],
  ['connections', () => '/connections'],
  ['agents', () => '/connections/agents'],
  ['keys', () => '/connections/keys'],
  ['settings', () => '/settings'],
  ['a page that is not there', () => '/nowhere'],
]

/** Makes a store with a history, an empty and an archived one. */
export async function make(words: Words, sdk: MemoryStores, url: string): Promise<Made> {
  const named = { name: words.store, description: words.description }
  const written = { path: words.path, content: words.content }
  const { id } = await sdk.create(named)
  const { id: memory } = await sdk.memories.create(id, written)
  const other = await sdk.memories.create(id, { path: '/other.md', content: 'secret 4711\n' })
  await sdk.memories.update(memory, { memory_store_id: id, content: `${words.content}\nmore\n` })
  await sdk.memories.retrieve(memory, { memory_store_id: id, view: 'full' })
  await sdk.memories.delete(other.id, { memory_store_id: id })
  const empty = await sdk.create(named)
  const archived = await sdk.create(named)
  await sdk.memories.create(archived.id, written)
  await sdk.archive(archived.id)
  return {
    store: id,
    empty: empty.id,
    archived: archived.id,
    memory,
    deleted: other.id,
    redaction: await redacted(url, id, '4711'),
    ...(await talked(url, empty.id, words)),
  }
}

/** Tells the practice agent something in these words; resolves with its session, which is at rest. */
async function talked(
  url: string,
  storeId: string,
  { content, store }: Words,
): Promise<Pick<Made, 'session' | 'said'>> {
  const { sessions } = new Anthropic({ apiKey: 'local', baseURL: url }).beta
  const { id } = await sessions.create({
    agent: 'practice-agent',
    environment_id: 'env_palimpsest',
    title: store.slice(0, 200),
    resources: [{ type: 'memory_store', memory_store_id: storeId }],
  })
  await sessions.events.send(id, { events: [message(`Remember that ${content}`)] })
  const isAtRest = async () => {
    const { data } = await sessions.events.list(id, { order: 'desc', limit: 1 })
    return data[0]?.type
  }
  await expect.poll(isAtRest).toBe('session.status_idle')
  const said = await sessions.events.list(id, { order: 'desc', types: ['agent.message'] })
  return { session: id, said: said.data[0]?.id ?? '' }
}

/** Takes a text out of a store; resolves with the job that did. */
async function redacted(url: string, storeId: string, text: string): Promise<string> {
  const answer = await fetch(`${url}/v1/memory_stores/${storeId}/redact`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ text, wait: true }),
  })
  expect(answer.status).toBe(200)
  return ((await answer.json()) as { id: string }).id
}
