import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { Script } from 'node:vm'
import { gunzipSync } from 'node:zlib'
import Anthropic from '@anthropic-ai/sdk'
import { expect } from 'vitest'
import type { Application } from '@/tests/support/application'
import { test as base } from '@/tests/support/served'

/** What a browser loads of each page before anything on it can be used. */

const LIMIT_BYTES = 200 * 1024

const test = base.extend('pages', { scope: 'file' }, ({ application }) => pagesOf(application))

/** An address of each page, in a store with a memory that changed. */
async function pagesOf({ url }: Application): Promise<string[]> {
  const { memoryStores } = new Anthropic({ apiKey: 'local', baseURL: url }).beta
  const { id } = await memoryStores.create({ name: 'weighed' })
  const memories = memoryStores.memories
  const { id: memory } = await memories.create(id, { path: '/a.md', content: '# one\n' })
  await memories.update(memory, { memory_store_id: id, content: '# two\n' })
  const store = `/stores/${id}`
  const shown = `${store}?memory=${memory}`
  const session = `/sessions/${await talked(url, id)}`
  return [
    '/review',
    `/review/apikey_none?store=${id}`,
    '/stores',
    '/search',
    '/redact',
    '/redactions',
    '/connections',
    '/connections/keys',
    '/settings',
    '/nowhere',
    store,
    `${store}?at=1`,
    `${store}?unread=30`,
    shown,
    `${shown}&view=blame`,
    `${shown}&view=edit`,
    `${shown}&diff=before`,
    `${store}/seed`,
    `${store}/settings`,
    '/sessions',
    `/sessions/new?store=${id}`,
    session,
    `${session}/settings`,
    `${store}/compare?withAt=1`,
    `${store}/plan?restore=1`,
  ]
}

/** A session with a message. */
async function talked(url: string, storeId: string): Promise<string> {
  const { sessions } = new Anthropic({ apiKey: 'local', baseURL: url }).beta
  const { id } = await sessions.create({
    agent: 'practice-agent',
    environment_id: 'env',
    resources: [{ type: 'memory_store', memory_store_id: storeId }],
  })
  const content = [{ type: 'text' as const, text: 'Remember that this is weighed' }]
  await sessions.events.send(id, { events: [{ type: 'user.message', content }] })
  return id
}

/** What was sent, compressed as a browser asks for it, and its text. */
async function sent(address: string): Promise<{ bytes: number; text: string }> {
  const headers = { 'accept-encoding': 'gzip', accept: '*/*' }
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get(address, { headers }, resolve).once('error', reject)
  })
  const body = await buffer(answer)
  const isPacked = answer.headers['content-encoding'] === 'gzip'
  return { bytes: body.length, text: String(isPacked ? gunzipSync(body) : body) }
}

/** The addresses of the scripts that a page names, but those for browsers without modules. */
function scriptsOf(page: string): string[] {
  const tags = page.match(/<script\b[^>]*\bsrc="[^>]*>|<link\b[^>]*\bas="script"[^>]*>/g) ?? []
  const named = tags.flatMap((tag) =>
    /\bnomodule\b/i.test(tag) ? [] : (/\b(?:src|href)="([^"]+)"/.exec(tag)?.[1] ?? []),
  )
  return [...new Set(named)]
}

test('the first scripts of each page are at most 200 KB, with neither editor nor Markdown', async ({
  application: { url },
  pages,
}) => {
  const loaded = new Map<string, Promise<{ bytes: number; text: string }>>()
  const load = (script: string) => {
    const before = loaded.get(script) ?? sent(url + script)
    loaded.set(script, before)
    return before
  }
  const heavy: string[] = []
  for (const page of pages) {
    const scripts = scriptsOf((await sent(url + page)).text)
    expect(scripts.length, page).toBeGreaterThan(3)
    const answers = await Promise.all(scripts.map(load))
    const bytes = answers.reduce((sum, answer) => sum + answer.bytes, 0)
    if (bytes > LIMIT_BYTES) heavy.push(`${page}: ${Math.ceil(bytes / 1024)} KB`)
    for (const { text } of answers) {
      expect(text.match(/ICodeEditor|micromark/)?.[0], page).toBeUndefined()
      // It is one, as a browser reads it by the encoding that the answer names.
      new Script(text)
    }
  }
  expect(heavy).toEqual([])
}, 120_000)
