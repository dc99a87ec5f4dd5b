import { expect, test } from 'vitest'
import { exportedTests, takeTests } from '@/lib/api/transferred-tests'
import { createTest } from '@/lib/memory-tests/change-tests'
import { listTests } from '@/lib/memory-tests/read-tests'
import { createMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { exportStore } from '@/lib/transfer/export-store'
import { jsonlSource } from '@/lib/transfer/jsonl-source'
import { planSeed, runSeed } from '@/lib/transfer/seed-store'
import { onBothDatabases } from '@/tests/support/databases'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '@/lib/db/database'

const by = LOCAL_USER_ACTOR
const cause = { actor: by }
const { signal } = new AbortController()
const control = { jobId: 'test', signal, report: () => {} }

const ASKED = {
  name: 'Deploys on Fridays',
  messages: ['When do we deploy?'],
  checks: [{ type: 'contains' as const, text: 'fridays' }],
}

const TEST = {
  ...ASKED,
  model: 'practice-agent',
  ...({ access: 'read_only', instructions: 'You are Nora.', toolSet: 'documents' } as const),
  when: { paths: ['/'], nightlyMinute: 150, isGate: true, bisectsItself: true },
}

/** A store's export as a source. */
async function exported(db: Database, storeId: string, withHistory: boolean) {
  const tests = await exportedTests(db, storeId)
  const pieces: Uint8Array[] = []
  for await (const piece of await exportStore(db, {
    ...{ storeId, format: 'jsonl', withHistory, tests },
  })) {
    pieces.push(piece)
  }
  return sourceOf(Buffer.concat(pieces).toString('utf8'))
}

async function sourceOf(lines: string) {
  const file = path.join(await mkdtemp(path.join(tmpdir(), 'palimpsest-')), 'store.jsonl')
  await writeFile(file, lines)
  return jsonlSource(file, 'store.jsonl', false, signal)
}

onBothDatabases((current) => {
  const storeWithTest = async () => {
    const { id: storeId } = await createStore(current(), { name: 'Notes' })
    await createMemory(current(), { storeId, path: '/a.md', content: 'a\n', cause })
    await createTest(current(), { storeId, test: TEST, by })
    return storeId
  }

  test.each([true, false])(
    'a store’s tests go with its export and come back with its import (history: %s)',
    async (withHistory) => {
      const db = current()
      const source = await exported(db, await storeWithTest(), withHistory)
      const { id: storeId } = await createStore(db, { name: 'Copy' })
      const input = { storeId, source, withHistory, cause, tests: takeTests(db, by) }
      expect(await planSeed(db, input, signal)).toMatchObject({ tests: 1 })
      expect(await listTests(db, { storeId, runsOfEach: 1 })).toEqual([])
      expect(await runSeed(db, input, control)).toMatchObject({ tests: 1, versions: 1 })
      const [taken] = await listTests(db, { storeId, runsOfEach: 1 })
      expect(taken?.test).toMatchObject(TEST)
      // Again changes nothing, and a test that somebody changed stays as it is.
      expect(await runSeed(db, input, control)).toMatchObject({ tests: 0 })
    },
  )

  test('an export from before there were tests imports as ever', async () => {
    const db = current()
    const source = await sourceOf(`${JSON.stringify({ path: '/a.md', content: 'a\n' })}\n`)
    const { id: storeId } = await createStore(db, { name: 'Old' })
    const input = { storeId, source, withHistory: false, cause, tests: takeTests(db, by) }
    expect(await runSeed(db, input, control)).toMatchObject({ tests: 0, versions: 1 })
  })

  test('who may not decide takes over no tests', async () => {
    const db = current()
    const source = await exported(db, await storeWithTest(), true)
    const { id: storeId } = await createStore(db, { name: 'Copy' })
    const report = await runSeed(db, { storeId, source, withHistory: true, cause }, control)
    expect(report).toMatchObject({ tests: 0, versions: 1 })
    expect(await listTests(db, { storeId, runsOfEach: 1 })).toEqual([])
  })

  test('a line that is no test is left out, and the rest is taken', async () => {
    const db = current()
    const lines = [
      { path: '/a.md', content: 'a\n' },
      { memory_test: { name: 'nothing asked' } },
      { memory_test: { ...ASKED, model: 'practice-agent' } },
    ]
    const source = await sourceOf(lines.map((line) => `${JSON.stringify(line)}\n`).join(''))
    const { id: storeId } = await createStore(db, { name: 'Odd' })
    const input = { storeId, source, withHistory: false, cause, tests: takeTests(db, by) }
    expect(await runSeed(db, input, control)).toMatchObject({ tests: 1, versions: 1 })
  })
})
