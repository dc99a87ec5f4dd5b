import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { NextRequest } from 'next/server'
import { onTestFinished, vi } from 'vitest'
import type { z } from 'zod'
import { GET as exportedByPage } from '@/app/(dashboard)/export/route'
import { followAnswers } from '@/app/fault-status'
import type { WirePlan } from '@/lib/api/import-report'
import type { WireJob } from '@/lib/api/jobs'
import { db } from '@/lib/db'
import { flushReads } from '@/lib/store/reads'
import { describe, expect, test } from '@/tests/support/fixtures'
import { written } from '@/tests/support/written'

/** Import, export and jobs over HTTP; what a source becomes is tested in tests/transfer. */

type Plan = z.output<typeof WirePlan>
type Job = z.output<typeof WireJob>

const lines = (...memories: [at: string, content: string][]) =>
  memories.map(([at, content]) => `${JSON.stringify({ path: at, content })}\n`).join('')

const JSONL = { 'content-type': 'application/jsonl' }

const SCRIPT = { access: 'write', isAgent: false } as const

describe('an upload', () => {
  test('is planned, and done where the plan is the one that was shown', async ({ as, store }) => {
    const me = await as(SCRIPT)
    const at = `/v1/memory_stores/${store.id}/import?name=notes.jsonl`
    const source = lines(['/a.md', 'one'], ['/b/c.md', 'two'])
    const { body: plan } = await me.ask<Plan>('POST', `${at}&dry_run=true`, source, JSONL)
    expect(plan).toMatchObject({ type: 'import_plan', source: 'notes.jsonl', history: null })
    expect(plan.counts).toMatchObject({ create: 2, unchanged: 0, skip: 0 })
    expect(plan.entries.map(({ path: of, action }) => [of, action])).toEqual([
      ['/a.md', 'create'],
      ['/b/c.md', 'create'],
    ])
    await me.sdk.beta.memoryStores.memories.create(store.id, { path: '/a.md', content: 'mine' })
    const stale = await me.ask('POST', `${at}&plan=${plan.hash}`, source, JSONL)
    expect([stale.status, stale.body]).toMatchObject([409, { error: { type: 'conflict_error' } }])
    const { body: other } = await me.ask<Plan>('POST', `${at}&dry_run=true`, source, JSONL)
    expect(other.counts).toMatchObject({ create: 1, conflict: 1 })
    const { body: job } = await me.ask<Job>(
      'POST',
      `${at}&plan=${other.hash}&conflicts=source&wait=true`,
      source,
      JSONL,
    )
    expect(job).toMatchObject({ type: 'job', kind: 'seed', state: 'done', error: null })
    expect(job.result).toMatchObject({ type: 'import_report', source: 'notes.jsonl', versions: 2 })
    const exported = await me.call('GET', `/v1/memory_stores/${store.id}/export?format=jsonl`)
    expect(await exported.text()).toBe(source)
    const { body: again } = await me.ask<Plan>('POST', `${at}&dry_run=true`, source, JSONL)
    expect(again.counts).toMatchObject({ create: 0, unchanged: 2 })
  })

  test('may take an hour on its way', async () => {
    followAnswers()
    const server = createServer((_, response) => response.end()).listen(0)
    await fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}`)
    server.close()
    expect(server.requestTimeout).toBe(3_600_000)
  })

  test('that is no source is refused with what it is', async ({ as, store }) => {
    const me = await as(SCRIPT)
    const at = `/v1/memory_stores/${store.id}/import`
    const words = async (source: string) => {
      const { status, body } = await me.ask<{ error: { message: string } }>(
        'POST',
        at,
        source,
        JSONL,
      )
      return [status, body.error.message]
    }
    expect(await words('no source')).toEqual([
      400,
      'This is neither a folder, a zip nor JSON Lines.',
    ])
    expect(await words('{"path": "/a"\n')).toEqual([400, expect.stringMatching(/line 1/i)])
    for (const nothing of ['', ' \n', '\ufeff']) {
      expect(await words(nothing)).toEqual([400, 'This is neither a folder, a zip nor JSON Lines.'])
    }
    const rule = 'must be a time as RFC 3339 writes it'
    for (const [line, problem] of [
      [{ path: '/a' }, 'content must be given'],
      [{ path: '/a', content: 1 }, 'content must be of the type string'],
      [{}, 'path must be given'],
      [{ at: '0000-12-31T00:00:00Z', changes: [] }, `at ${rule}`],
      [{ at: 'soon', changes: [] }, `at ${rule}`],
      [
        { at: '2026-01-01T00:00:00Z', changes: [{ op: 'copy' }] },
        'changes.0.op must be write, rename, delete, restore, redacted or damaged',
      ],
    ] as const) {
      const sentence = `Line 1 cannot be read: ${problem}.`
      expect(await words(JSON.stringify(line))).toEqual([400, sentence])
    }
  })

  test('is known by what it holds, whatever its type says, and so is what names a path', async ({
    as,
    store,
    folder,
  }) => {
    const me = await as({ access: 'admin', isAgent: false })
    writeFileSync(path.join(folder, 'a.md'), 'from the disk')
    const at = `/v1/memory_stores/${store.id}/import?dry_run=true`
    const command = { source: { type: 'any', path: folder } }
    for (const type of ['application/json', 'application/octet-stream', 'text/plain']) {
      for (const body of [lines(['/a', 'one']), lines(['/a', 'one'], ['/b', 'two']), command]) {
        const { status } = await me.ask('POST', at, body, { 'content-type': type })
        expect([type, status]).toEqual([type, 200])
      }
    }
  })

  test('keeps the moments of any year that a database holds', async ({ as, store }) => {
    const me = await as({ access: 'admin', isAgent: false })
    const times = [
      '0001-01-01T00:00:00.000Z',
      '1969-07-20T20:17:40.000Z',
      '6500-01-01T00:00:00.000Z',
      '9999-12-31T23:59:59.999Z',
    ]
    const source = times.map((at, index) => {
      const changes = [{ op: 'write', path: `/${index}`, content: '' }]
      return `${JSON.stringify({ at: at.toLowerCase(), changes })}\n`
    })
    const at = `/v1/memory_stores/${store.id}/import?wait=true`
    const { body } = await me.ask<Job>('POST', at, source.join(''), JSONL)
    expect(body).toMatchObject({ state: 'done', error: null, result: { versions: 4 } })
    const { data } = await me.sdk.beta.memoryStores.memoryVersions.list(store.id)
    expect(data.map(({ created_at }) => created_at).sort()).toEqual(times)
  })
})

test('a path of the server is read where the settings allow it, and named whole', async ({
  as,
  store,
  folder,
}) => {
  mkdirSync(path.join(folder, 'notes'))
  writeFileSync(path.join(folder, 'notes', 'a.md'), 'from the disk')
  const at = `/v1/memory_stores/${store.id}/import`
  const body = { source: { type: 'any', path: folder }, dry_run: true }
  const script = await as({ access: 'admin', isAgent: false })
  const { status, body: plan } = await script.ask<Plan>('POST', at, body)
  expect([status, plan.counts.create]).toEqual([200, 1])
  const outside = { source: { type: 'any', path: '/etc' } }
  expect((await script.ask('POST', at, outside)).status).toBe(403)
  const relative = { source: { type: 'any', path: 'notes' } }
  expect(await script.ask('POST', at, relative)).toMatchObject({
    status: 400,
    body: { error: { message: 'source.path: must be an absolute path of the server' } },
  })
})

test('of a source, paths are left out as told, and single conflicts decided', async ({
  as,
  store,
  folder,
}) => {
  const me = await as({ access: 'admin', isAgent: false })
  const { memories } = me.sdk.beta.memoryStores
  for (const at of ['/mine', '/theirs']) {
    await memories.create(store.id, { path: at, content: 'mine' })
  }
  for (const name of ['out', 'in', 'mine', 'theirs']) {
    writeFileSync(path.join(folder, name), 'theirs')
  }
  const at = `/v1/memory_stores/${store.id}`
  const asked = {
    source: { type: 'folder', path: folder },
    wait: true,
    leave_out: ['/out'],
    decisions: { '/mine': 'store', '/theirs': 'source' },
  }
  expect((await me.ask('POST', `${at}/import`, asked)).status).toBe(200)
  const texts = await me.call('GET', `${at}/export?format=jsonl`)
  expect(await texts.text()).toBe(
    lines(['/in', 'theirs'], ['/mine', 'mine'], ['/theirs', 'theirs']),
  )
})

test.for([
  ['memories?view=full', 1],
  ['search?q=one', 1],
  ['search?q=nought&history=true', 1],
  ['memory_versions?view=full', 2],
  ['export?format=zip', 1],
  ['export?format=jsonl&history=true', 2],
  ['memories', 0],
] as const)(
  'what a key is given by %s counts as read by it',
  async ([asked, versions], { me: { sdk }, as, store }) => {
    const { memories } = sdk.beta.memoryStores
    const { id } = await memories.create(store.id, { path: '/a', content: 'nought' })
    await memories.update(id, { memory_store_id: store.id, content: 'one' })
    const reader = await as({ access: 'read' })
    await (await reader.call('GET', `/v1/memory_stores/${store.id}/${asked}`)).arrayBuffer()
    await flushReads()
    const where = { storeId: store.id, actorId: reader.keyId ?? '' }
    expect(await db.memoryRead.count({ where })).toBe(versions)
  },
)

test('nothing is thrown when who takes an export of the page leaves midway', async ({ store }) => {
  const text = 'x'.repeat(20_000)
  await written(store.id, Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`/${n}`, text])))
  const thrown = vi.fn()
  process.on('uncaughtException', thrown)
  onTestFinished(() => void process.off('uncaughtException', thrown))
  const address = `http://127.0.0.1/export?format=jsonl&store=${store.id}`
  const reader = (await exportedByPage(new NextRequest(address))).body?.getReader()
  await reader?.read()
  // What it leaves is read ahead meanwhile, until no more fits.
  const begun = Date.now()
  await expect.poll(() => Date.now() - begun > 100).toBe(true)
  void reader?.read()
  await reader?.cancel()
  await flushReads()
  expect(thrown).not.toHaveBeenCalled()
})

describe('a job', () => {
  test('is seen by who sees its store', async ({ as, store }) => {
    const starter = await as(SCRIPT)
    const at = `/v1/memory_stores/${store.id}`
    const { body: job } = await starter.ask<Job>(
      'POST',
      `${at}/import?wait=true`,
      lines(['/a', '']),
      JSONL,
    )
    const seen = async (storeId: string) => {
      const reader = await as({ access: 'read', storeIds: [storeId] })
      return (await reader.ask('GET', `/v1/jobs/${job.id}`)).status
    }
    expect([await seen(store.id), await seen('memstore_other')]).toEqual([200, 404])
  })

  test('of a redaction tells a limited key nothing of other stores', async ({ as, store }) => {
    const all = await as({ access: 'admin', isAgent: false })
    const { memoryStores } = all.sdk.beta
    const other = await memoryStores.create({ name: 'other' })
    const text = `the text in question of ${store.id}`
    for (const id of [store.id, other.id]) {
      await memoryStores.memories.create(id, { path: '/a', content: text })
    }
    const { body: job } = await all.ask<Job>('POST', `/v1/memory_stores/${store.id}/redact`, {
      text,
      wait: true,
    })
    expect(job).toMatchObject({ kind: 'redact', state: 'done', result: { heads: 1 } })
    expect(job.result?.elsewhere).toContainEqual({ place: 'memory', count: 1 })
    const limited = await as({ access: 'admin', isAgent: false, storeIds: [store.id] })
    const { body: told } = await limited.ask<Job>('GET', `/v1/jobs/${job.id}`)
    expect(told.result).toMatchObject({ heads: 1 })
    expect(told.result).not.toHaveProperty('elsewhere')
  })
})
