import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { afterAll, describe, expect, test } from 'vitest'
import { serveDatabase } from '@/lib/db/open-database'
import { createStore } from '@/lib/store/stores/change-stores'
import { sqliteOfFile } from '@/tests/support/databases'
import { serveApi, type TestServer } from '@/tests/support/http-server'
import { contents, sourceFolder } from '@/tests/support/seeding'

/**
 * Importing from the server's own disk over HTTP: what may be read, and that nothing blocks the
 * server.
 */

const db = sqliteOfFile()
const { at, put } = sourceFolder()

let server: TestServer | undefined
afterAll(async () => {
  await server?.close()
})

async function importFrom(source: { type: string; path: string }, body: object = {}) {
  server ??= await serveApi(db())
  serveDatabase(db())
  const { id } = await createStore(db(), { name: 'Imported' })
  const response = await fetch(`${server.url}/v1/memory_stores/${id}/import?wait=true`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ source, ...body }),
  })
  const answer = (await response.json()) as { error?: Record<string, string> }
  return { id, status: response.status, answer }
}

describe('importing from a path of the server', () => {
  test.each(['/etc', '/etc/passwd', '/proc/self', '/proc/self/environ', '/'])(
    '%s is refused, naming what may be read and what to set',
    async (path) => {
      for (const body of [{ dry_run: true }, {}]) {
        const { status, answer } = await importFrom({ type: 'any', path }, body)
        expect([status, answer.error]).toEqual([
          403,
          {
            type: 'permission_error',
            code: 'folder_not_allowed',
            allowed_folders: tmpdir(),
            message: expect.stringContaining('SEED_ROOTS') as string,
            why: { code: 'folder_not_allowed', path, allowed: tmpdir() },
          },
        ])
      }
    },
  )

  test('several pipes block nobody', async () => {
    const pipes = Array.from({ length: 6 }, (_, number) => `pipe${number}`)
    for (const name of pipes) execFileSync('mkfifo', [at(name)])
    const refused = await Promise.all(
      pipes.map((name) => importFrom({ type: 'file', path: at(name) })),
    )
    expect(refused.map(({ status }) => status)).toEqual(pipes.map(() => 400))
    put('notes/a.md', 'still served')
    const { id, status } = await importFrom({ type: 'folder', path: at('notes') })
    expect([status, await contents(db(), id)]).toEqual([200, { '/a.md': 'still served' }])
  })

  test('a file given as a folder is refused, and so is a folder given as a file', async () => {
    put('notes/a.jsonl', '{"path":"/a","content":"x"}\n')
    const asFile = await importFrom({ type: 'file', path: at('notes') })
    expect([asFile.status, asFile.answer.error?.message]).toEqual([
      400,
      `${at('notes')} is a folder, not a file.`,
    ])
    const asFolder = await importFrom({ type: 'folder', path: at('notes/a.jsonl') })
    expect(asFolder.status).toBe(400)
  })
})

describe('a plan that was shown', () => {
  const call = async (storeId: string, body: object) => {
    server ??= await serveApi(db())
    const response = await fetch(`${server.url}/v1/memory_stores/${storeId}/import?wait=true`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ source: { type: 'any', path: at('notes') }, ...body }),
    })
    const answer = (await response.json()) as {
      hash?: string
      error?: { code: string }
      result?: { versions: number }
    }
    return { status: response.status, answer }
  }

  test('is what is done, or nothing is', async () => {
    serveDatabase(db())
    put('notes/a.md', 'one')
    const { id } = await createStore(db(), { name: 'Planned' })
    const { answer: plan } = await call(id, { dry_run: true })
    put('notes/b.md', 'two')
    const stale = await call(id, { plan: plan.hash })
    expect([stale.status, stale.answer.error?.code]).toEqual([409, 'plan_changed'])
    expect(await contents(db(), id)).toEqual({})
    const { answer: newer } = await call(id, { dry_run: true })
    const done = await call(id, { plan: newer.hash })
    expect([done.status, done.answer.result?.versions]).toEqual([200, 2])
  })

  test('holds for an upload as long as the upload and the store are the same', async () => {
    server ??= await serveApi(db())
    serveDatabase(db())
    const { id } = await createStore(db(), { name: 'Uploaded' })
    const upload = async (content: string, query: Record<string, string>) => {
      const asked = new URLSearchParams({ name: 'notes', wait: 'true', ...query })
      const response = await fetch(`${server?.url}/v1/memory_stores/${id}/import?${asked}`, {
        method: 'POST',
        headers: { 'content-type': 'application/octet-stream' },
        body: `${JSON.stringify({ path: '/a', content })}\n`,
      })
      return { status: response.status, answer: (await response.json()) as { hash?: string } }
    }
    const plan = (await upload('one', { dry_run: 'true' })).answer.hash ?? ''
    expect((await upload('another', { plan })).status).toBe(409)
    expect(await contents(db(), id)).toEqual({})
    expect((await upload('one', { plan })).status).toBe(200)
    expect(await contents(db(), id)).toEqual({ '/a': 'one' })
    expect((await upload('one', { plan })).status).toBe(409)
  })
})
