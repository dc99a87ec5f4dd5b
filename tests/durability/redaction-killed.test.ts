import { expect } from 'vitest'
import { db, write } from '@/lib/db'
import { jobEnded, resumeJobs } from '@/lib/jobs/jobs'
import { createMemory, updateMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { countInFiles } from '@/lib/store/redact/compaction'
import { findText } from '@/lib/store/redact/find'
import { receiptOf } from '@/lib/store/redact/redact'
import { test } from '@/tests/support/fixtures'
import { runUntil } from '@/tests/support/killed'
import { contradictionsIn } from '@/tests/support/sound'
import { textsOf } from '@/tests/support/written'

const ENTRY = 'tests/durability/redacting-process.ts'

async function storeWith(text: string): Promise<string> {
  const { id: storeId } = await createStore({ name: `of ${text}` }, BY_PERSON)
  const { id } = await createMemory({ storeId, path: '/a.md', content: `one ${text}` }, BY_PERSON)
  await updateMemory({ storeId, memoryId: id, content: `two ${text}` }, BY_PERSON)
  return storeId
}

/** As after half a minute: nobody has a lease that was not renewed. */
const leasesRunOut = () => write((tx) => tx.lease.deleteMany())

test('a redaction that is killed before any step leaves nothing half done, and is taken up again to its end', async ({
  db: { url, kind },
}) => {
  let steps = 0
  // What stands before a COMMIT stood before its BEGIN; PostgreSQL is killed in some of them.
  for (let isKilled = true; isKilled; steps += kind === 'sqlite' ? 2 : 10) {
    const text = `secret-${steps}-of-the-steps`
    const storeId = await storeWith(text)
    const ended = await runUntil({ entry: ENTRY, args: [url, storeId, text] }, steps)
    isKilled = ended.isKilled
    const named = `step ${steps}`
    expect(await contradictionsIn(storeId), named).toEqual([])
    const job = await db.job.findFirst({ where: { kind: 'redact', storeId } })
    // Killed before there was a job: nothing was begun.
    if (!job) continue
    await leasesRunOut()
    await resumeJobs()
    const receipt = receiptOf(await jobEnded(job.id))
    expect(receipt?.proof.left, named).toEqual([])
    expect((await findText({ text, storeIds: [storeId], limit: 1 })).total, named).toBe(0)
    expect(await textsOf(storeId), named).toEqual({ '/a.md': 'two [gone]' })
    expect(await contradictionsIn(storeId), named).toEqual([])
    expect(JSON.stringify(await db.job.findUnique({ where: { id: job.id } }))).not.toContain(text)
    expect(
      (await countInFiles([text])).every(({ found }) => found === 0),
      named,
    ).toBe(true)
  }
  expect(steps).toBeGreaterThan(20)
}, 120_000)
