import Sqlite from 'better-sqlite3'
import { execFileSync } from 'node:child_process'
import { copyFileSync, renameSync, rmSync } from 'node:fs'
import { onTestFinished, vi } from 'vitest'
import { closeDatabase, db, write } from '@/lib/db'
import { compact } from '@/lib/db/compact'
import { FAULT_WORDS, noteWrite } from '@/lib/db/faults'
import { getJob, resumeJobs } from '@/lib/jobs/jobs'
import { log } from '@/lib/log'
import { createStore } from '@/lib/store/change-stores'
import { countInFiles } from '@/lib/store/redact/compaction'
import { describe, expect, test } from '@/tests/support/fixtures'
import { messageOf } from '@/tests/support/mcp-client'
import { ownDatabase } from '@/tests/support/own-database'
import { planFrom, put } from '@/tests/support/seeding'
import { textsOf } from '@/tests/support/written'

/** A server whose database file is taken from under it. */

const namesIn = (file: string): string[] => {
  const db = new Sqlite(file, { readonly: true })
  const names = db.prepare('SELECT name FROM Store ORDER BY createdAt').pluck().all() as string[]
  db.close()
  return names
}

const create = (name: string) => createStore({ name })

const GONE = /not the file/

const LOOK_IN = `
const db = new (require('better-sqlite3'))(process.argv[1])
db.prepare('SELECT name FROM Store').all()
db.close()
`

/** A store is written, and something happens before the COMMIT. */
const createWhile = (happens: () => void) =>
  write(async (tx) => {
    const now = new Date()
    const row = { metadata: {}, limits: {}, rules: {}, createdAt: now, updatedAt: now }
    await tx.store.create({ data: { id: `memstore_${now.getTime()}`, name: 'half', ...row } })
    happens()
  })

async function readyz({ url }: { url: string }) {
  const answer = await fetch(`${url}/readyz`)
  return [answer.status, ((await answer.json()) as { kind?: string }).kind]
}

describe('the file of a database', () => {
  test('that is moved away takes no writes, says why, and goes on once it is back', async ({
    server,
  }) => {
    const { file } = await ownDatabase()
    const post = async (name: string) => {
      const body = JSON.stringify({ name })
      const answer = await fetch(`${server.url}/v1/memory_stores`, { method: 'POST', body })
      return { status: answer.status, body: (await answer.json()) as object }
    }
    await create('before')
    expect(await readyz(server)).toEqual([200, undefined])
    renameSync(file, `${file}.elsewhere`)
    expect(await post('meanwhile')).toMatchObject({
      status: 503,
      body: { error: { type: 'overloaded_error', message: FAULT_WORDS.file_gone } },
    })
    expect(await readyz(server)).toEqual([503, 'file_gone'])
    renameSync(`${file}.elsewhere`, file)
    expect(await readyz(server)).toEqual([200, undefined])
    expect(await post('after')).toMatchObject({ status: 200 })
    expect(namesIn(file)).toEqual(['before', 'after'])
  })

  test('that is moved away during a seeding ends it, which says so and what it wrote once it is back', async ({
    folder,
  }) => {
    const { file } = await ownDatabase()
    const { id } = await create('seeded')
    for (let name = 0; name < 200; name++) put(folder, `f${name}`, `content ${name}`)
    const { jobId, done } = await planFrom(id, folder)
    const logged = vi.spyOn(log, 'error')
    onTestFinished(() => logged.mockRestore())
    const ended = expect(done()).rejects.toThrow(FAULT_WORDS.file_gone)
    await expect
      .poll(async () => (await db.job.findFirst())?.done, { interval: 5 })
      .toBeGreaterThan(0)
    renameSync(file, `${file}.elsewhere`)
    await expect.poll(() => logged.mock.lastCall?.[0]).toMatch('could not be noted')
    renameSync(`${file}.elsewhere`, file)
    await resumeJobs()
    await ended
    const versions = Object.keys(await textsOf(id)).length
    expect((await getJob(jobId)).result).toMatchObject({ versions })
  })

  test('that is moved away is told to an agent over MCP in the same words', async ({ as }) => {
    const { file } = await ownDatabase()
    await create('notes')
    renameSync(file, `${file}.elsewhere`)
    const params = { name: 'memory_write', arguments: { path: '/a.md', content: 'a' } }
    const { body, headers } = messageOf('tools/call', params)
    const answer = await (await as()).call('POST', '/mcp', body, headers)
    expect(await answer.text()).toMatch(
      new RegExp(`Error: ${FAULT_WORDS.file_gone}.*"isError":true`),
    )
  })

  test('that another program keeps to itself is told as busy at once, and as ready once it lets go', async ({
    server,
  }) => {
    const { file } = await ownDatabase()
    const other = new Sqlite(file)
    other.exec('BEGIN IMMEDIATE')
    // As after a write that was given up.
    noteWrite('busy')
    expect(await readyz(server)).toEqual([503, 'busy'])
    other.close()
    await expect.poll(() => readyz(server)).toEqual([200, undefined])
  })

  test('that is deleted during a change does not acknowledge it', async () => {
    const { file } = await ownDatabase()
    await expect(createWhile(() => rmSync(file))).rejects.toThrow(GONE)
  })

  test('that is replaced during a change does not acknowledge it', async () => {
    const { file } = await ownDatabase()
    copyFileSync(file, `${file}.copy`)
    await expect(createWhile(() => renameSync(`${file}.copy`, file))).rejects.toThrow(GONE)
    expect(namesIn(file)).toEqual([])
  })

  test('without its journal takes no writes: the journal holds what the file does not yet', async () => {
    const { file } = await ownDatabase()
    await create('kept')
    rmSync(`${file}-wal`)
    await expect(create('lost')).rejects.toThrow(GONE)
    // What was acknowledged before is in the file once the process has closed it.
    await closeDatabase()
    expect(namesIn(file)).toEqual(['kept'])
  })

  test('stays locked while its bytes are searched: who looks in and leaves takes no journal along', async () => {
    const { file } = await ownDatabase()
    await create('before')
    await countInFiles(['anything'])
    execFileSync(process.execPath, ['-e', LOOK_IN, file])
    await create('after')
    await closeDatabase()
    expect(namesIn(file)).toEqual(['before', 'after'])
  })

  test('that is gone is not made anew by a compaction', async () => {
    const { file } = await ownDatabase()
    rmSync(file)
    await expect(compact([])).rejects.toThrow()
    expect(() => namesIn(file)).toThrow()
  })
})
