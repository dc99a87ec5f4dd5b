import type Anthropic from '@anthropic-ai/sdk'
import { type APIRequestContext, expect } from 'playwright/test'
import { seedHistory } from './seed-history'

/** The texts of a store and a session; every page shows some of them. */
export interface LivedIn {
  store: string
  description: string
  path: string
  content: string
  author: string
  message: string
  title: string
  said: string
}

export interface Address {
  name: string
  href: string
}

/**
 * Makes a store with a history and a session that wrote to it; returns the address of every kind of
 * page.
 */
export async function everyPage(
  words: LivedIn,
  {
    request,
    memoryStores,
  }: { request: APIRequestContext; memoryStores: Anthropic['beta']['memoryStores'] },
): Promise<{ storeId: string; sessionId: string; addresses: Address[] }> {
  const { id } = await memoryStores.create({ name: words.store, description: words.description })
  await seedHistory(request, id, [
    {
      at: '2026-05-20T12:00:00Z',
      author: words.author,
      message: words.message,
      changes: [{ op: 'write', path: words.path, content: words.content }],
    },
    {
      at: '2026-05-21T12:00:00Z',
      author: words.author,
      message: words.message,
      changes: [{ op: 'write', path: words.path, content: `${words.content}one line more\n` }],
    },
  ])
  const { data } = await memoryStores.memoryVersions.list(id)
  const memory = data[0]?.memory_id ?? ''
  expect(data.map(({ memory_id }) => memory_id)).toEqual([memory, memory])
  const [newest, oldest] = [data[0]?.id ?? '', data.at(-1)?.id ?? '']
  const sessionId = await writtenSession(request, id, words)
  await memoryStores.memories.retrieve(memory, { memory_store_id: id })
  await memoryStores.memories.create(id, { path: '/by-an-agent.md', content: words.content })
  const named = { name: words.store, description: words.description }
  const [empty, archived] = [await memoryStores.create(named), await memoryStores.create(named)]
  await memoryStores.archive(archived.id)
  const changeset = await changesetOf(request, id)
  const pages: Record<string, string> = {
    stores: '/stores',
    store: `/stores/${id}`,
    'empty store': `/stores/${empty.id}`,
    'archived store': `/stores/${archived.id}`,
    'settings of an archived store': `/stores/${archived.id}/settings`,
    content: `/stores/${id}?memory=${memory}`,
    'lines of the content': `/stores/${id}?memory=${memory}#L1-L2`,
    preview: `/stores/${id}?memory=${memory}&view=preview`,
    agent: `/stores/${id}?memory=${memory}&view=agent`,
    blame: `/stores/${id}?memory=${memory}&view=blame`,
    reads: `/stores/${id}?memory=${memory}&view=reads`,
    edit: `/stores/${id}?memory=${memory}&view=edit`,
    version: `/stores/${id}?memory=${memory}&version=${oldest}`,
    restore: `/stores/${id}/restore?version=${oldest}`,
    merged: `/stores/${id}/merged?version=${newest}`,
    'restore of a store': `/stores/${id}/restore?at=1`,
    past: `/stores/${id}?memory=${memory}&at=1`,
    versions: `/stores/${id}?memory=${memory}&from=${oldest}&to=${newest}`,
    reach: `/stores/${id}/reach/${newest}?steps=3`,
    branches: `/stores/${id}/branches`,
    tests: `/stores/${id}/tests`,
    'new test': `/stores/${id}/tests/new`,
    experiments: `/stores/${id}/experiments`,
    cost: `/stores/${id}/cost`,
    'cost of an archived store': `/stores/${archived.id}/cost?days=1`,
    settings: `/stores/${id}/settings`,
    policy: `/stores/${id}/policy`,
    'policy of an archived store': `/stores/${archived.id}/policy`,
    seed: `/stores/${id}/seed`,
    'changes of a store': `/stores/${id}/changes`,
    'findings of one kind': `/stores/${id}/changes?show=fixed&category=secret&path=/`,
    compare: `/stores/${id}/compare?from=1`,
    'comparison with no moment': `/stores/${id}/compare?from=yesterday&to=999`,
    undo: `/stores/${id}/undo?session=${sessionId}`,
    'undo of what was changed since': `/stores/${id}/undo?version=${oldest}`,
    'undo of all': `/stores/${id}/undo?from=0&to=2`,
    log: `/log?store=${id}`,
    'log of a week': '/log',
    'log of one': `/log?store=${id}&open=${newest}&session=${sessionId}`,
    search: `/search?q=line&store=${id}`,
    'search of the past': `/search?q=line&store=${id}&history=1`,
    redact: `/redact?store=${id}`,
    redactions: '/redactions',
    connections: '/connections',
    installation: '/settings/installation',
    figures: '/log/figures',
    'figures of a day': '/log/figures?period=day',
    inbox: `/review?store=${id}`,
    'inbox with no match': '/review?path=/nowhere',
    guide: '/guide/review',
    changeset,
    'writes of a changeset': `${changeset}/writes`,
    sessions: '/sessions',
    contexts: '/sessions?show=context',
    session: `/sessions/${sessionId}`,
    context: `/sessions/${sessionId}/context`,
    'new session': `/sessions/new?store=${id}`,
    'sessions compared': `/sessions/compare?a=${sessionId}&b=${sessionId}`,
  }
  const addresses = Object.entries(pages).map(([name, href]) => ({ name, href }))
  return { storeId: id, sessionId, addresses }
}

/** The address of a store's only changeset. */
async function changesetOf(request: APIRequestContext, storeId: string): Promise<string> {
  const inbox = await request.get(`/review?store=${storeId}`)
  const [address] = /\/review\/chgset_\w+/.exec(await inbox.text()) ?? []
  if (address === undefined) throw new Error('no agent changed anything in the store')
  return address
}

/** Opens a session of the practice agent with a message, and waits until it has written that down. */
async function writtenSession(
  request: APIRequestContext,
  storeId: string,
  { title, said }: LivedIn,
): Promise<string> {
  const headers = { 'anthropic-beta': 'managed-agents-2026-04-01' }
  const opened = await request.post('/v1/sessions', {
    headers,
    data: {
      agent: 'practice',
      environment_id: 'env_local',
      title,
      resources: [{ type: 'memory_store', memory_store_id: storeId }],
      initial_events: [{ type: 'user.message', content: [{ type: 'text', text: said }] }],
    },
  })
  const { id } = (await opened.json()) as { id: string }
  const status = async () => {
    const session = await request.get(`/v1/sessions/${id}`, { headers })
    return ((await session.json()) as { status: string }).status
  }
  await expect.poll(status).toBe('idle')
  return id
}
