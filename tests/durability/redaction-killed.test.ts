import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect } from 'vitest'
import { database, db, write } from '@/lib/db'
import { jobEnded, resumeJobs } from '@/lib/jobs/jobs'
import { createMemory, updateMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { countInFiles } from '@/lib/store/redact/compaction'
import { findText } from '@/lib/store/redact/find'
import { receiptOf } from '@/lib/store/redact/redact'
import { test } from '@/tests/support/fixtures'
import { killedInEveryStep, leasesRunOut, runUntil } from '@/tests/support/killed'
import { contradictionsIn } from '@/tests/support/sound'
import { textsOf } from '@/tests/support/written'

const ENTRY = 'tests/durability/redacting-process.ts'

const TEXT = 'a secret of all the steps'

async function storeWith(text: string): Promise<string> {
  const { id: storeId } = await createStore({ name: `of ${text}` })
  const { id } = await createMemory({ storeId, path: '/a.md', content: `one ${text}` }, BY_PERSON)
  await updateMemory({ storeId, memoryId: id, content: `two ${text}` }, BY_PERSON)
  return storeId
}

test('a redaction that is killed before any step leaves nothing half done, and is taken up again to its end', async () => {
  const kills = await killedInEveryStep({
    every: { sqlite: 1, postgresql: 31 },
    prepare: async () => {
      const storeId = await storeWith(TEXT)
      return { storeId, program: { entry: ENTRY, args: [database().url, storeId, TEXT] } }
    },
    check: async ({ storeId }) => {
      expect(await contradictionsIn(storeId)).toEqual([])
      const job = await db.job.findFirst({ where: { kind: 'redact', storeId } })
      // Killed before there was a job: nothing was begun.
      if (!job) return
      await leasesRunOut()
      await resumeJobs()
      expect(receiptOf(await jobEnded(job.id))?.proof.left).toEqual([])
      expect((await findText({ text: TEXT, storeIds: [storeId], limit: 1 })).total).toBe(0)
      expect(await textsOf(storeId)).toEqual({ '/a.md': 'two [gone]' })
      expect(await contradictionsIn(storeId)).toEqual([])
      expect(JSON.stringify(await db.job.findUnique({ where: { id: job.id } }))).not.toContain(TEXT)
      if (database().kind === 'sqlite') expect(await countInFiles([TEXT])).toSatisfy(isNowhere)
    },
  })
  expect(kills).toBeGreaterThan(database().kind === 'sqlite' ? 20 : 1)
}, 120_000)

test('a key of fingerprints that is cut off is named by the redaction that cannot be done without', async ({
  folder,
}) => {
  writeFileSync(path.join(folder, 'fingerprint.key'), 'cut')
  const storeId = await storeWith('kept')
  const args = [database().url, storeId, 'kept']
  await runUntil({ entry: ENTRY, args, env: { DATA_DIR: folder } }, Infinity)
  const job = await db.job.findFirst({ where: { kind: 'redact', storeId } })
  expect([job?.state, job?.error]).toEqual(['failed', expect.stringContaining('is cut off')])
  expect(await textsOf(storeId)).toEqual({ '/a.md': 'two kept' })
  // Where that could not be noted it is taken up again, without its text.
  await write((tx) => tx.job.updateMany({ where: { storeId }, data: { state: 'running' } }))
  await leasesRunOut()
  await resumeJobs()
  const { error, result } = job ?? {}
  expect(result).toMatchObject({ problem: { facts: { kind: 'fingerprint_key' } } })
  expect(await jobEnded(job?.id ?? '')).toMatchObject({ state: 'failed', error, result })
})

const isNowhere = (files: { found: number }[]) => files.every(({ found }) => found === 0)
