import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { openDatabase } from '@/lib/db/open-database'
import { createMemory, setExpiry } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { getStore } from '@/lib/store/stores/read-stores'
import { listProposals } from '@/lib/store/proposals/proposals'
import { listVersions } from '@/lib/store/versions/read-versions'
import { type Cause, LOCAL_API_ACTOR, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases } from '@/tests/support/databases'
import { lapseDueProposals } from './background/lapse-proposals'
import { decideProposal } from './decide-proposal'
import { proposeExpired } from './expire-memories'
import { previewProposal } from './preview-proposal'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
/** A store with one memory that nobody has used for 40 days, of which expiry counts 31. */
async function agedStore(db: Database, deletes: boolean): Promise<string> {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  for (const path of ['/old', '/README.md', '/read', '/new']) {
    await createMemory(db, { storeId, path, content: `${path}\n`, cause: PERSON })
  }
  const now = Date.now()
  await setExpiry(db, { storeId, afterDays: 30, deletes, cause: PERSON, now: now - 31 * DAY_MS })
  await db.write(async (tx) => {
    await tx.run(
      `UPDATE memories SET updated_at = ? WHERE path <> '/new'
         AND store_key = (SELECT key FROM memory_stores WHERE id = ?)`,
      [now - 40 * DAY_MS, storeId],
    )
    await tx.run(
      `INSERT INTO memory_reads (store_key, memory_key, actor_type, actor_id, session_id, hour,
         read_count, first_read_at, last_read_at, last_sequence)
       SELECT store_key, key, 'api_key', ?, '', ?, 1, ?, ?, head_sequence FROM memories
       WHERE path = '/read' AND store_key = (SELECT key FROM memory_stores WHERE id = ?)`,
      [LOCAL_API_ACTOR.id, now, now, now, storeId],
    )
  })
  return storeId
}

const proposals = (db: Database, storeId: string) => listProposals(db, { storeId, limit: 9 })
const memories = async (db: Database, storeId: string) => (await getStore(db, storeId)).memoryCount

onBothDatabases((current, url) => {
  test('what nobody read or wrote for so long is proposed for deletion, once', async () => {
    const storeId = await agedStore(current(), false)
    await Promise.all([
      proposeExpired(current(), Date.now()),
      proposeExpired(current(), Date.now()),
    ])
    const found = await proposals(current(), storeId)
    expect(found).toMatchObject([
      { path: '/old', kind: 'deleted', state: 'waiting', lapsesAt: null },
    ])
    expect(await memories(current(), storeId)).toBe(4)
  })

  test('of two processes that look at once, one proposes it', async () => {
    const storeId = await agedStore(current(), false)
    const other = openDatabase(url())
    const now = Date.now()
    await Promise.all([current(), other, current(), other].map((db) => proposeExpired(db, now)))
    await other.close()
    expect(await proposals(current(), storeId)).toHaveLength(1)
  })

  test('nothing expires before its days were counted', async () => {
    const storeId = await agedStore(current(), false)
    await proposeExpired(current(), Date.now() - 2 * DAY_MS)
    expect(await proposals(current(), storeId)).toEqual([])
  })

  test('a person deletes it, or keeps it for as long again', async () => {
    const db = current()
    for (const result of ['allow', 'deny'] as const) {
      const storeId = await agedStore(db, false)
      await proposeExpired(db, Date.now())
      const [proposal] = await proposals(db, storeId)
      if (!proposal) throw new Error('nothing is proposed')
      const { shown } = await previewProposal(db, proposal)
      const decision = result === 'allow' ? { result, shown } : { result }
      await decideProposal(db, { proposalId: proposal.id, decision, by: LOCAL_USER_ACTOR })
      await proposeExpired(db, Date.now())
      expect(await proposals(db, storeId)).toHaveLength(1)
      expect(await memories(db, storeId)).toBe(result === 'allow' ? 3 : 4)
    }
  })

  test('it is deleted after 14 days where the store says so, as a version', async () => {
    const storeId = await agedStore(current(), true)
    await proposeExpired(current(), Date.now())
    await lapseDueProposals(current(), Date.now() + 13 * DAY_MS)
    expect(await memories(current(), storeId)).toBe(4)
    await lapseDueProposals(current(), Date.now() + 15 * DAY_MS)
    expect(await memories(current(), storeId)).toBe(3)
    const [version] = (await listVersions(current(), { storeId, limit: 1 })).versions
    expect(version).toMatchObject({ path: '/old', operation: 'deleted' })
  })

  test('what was used meanwhile stays', async () => {
    const storeId = await agedStore(current(), true)
    await proposeExpired(current(), Date.now())
    await current().write((tx) =>
      tx.run(
        `UPDATE memories SET updated_at = ? WHERE path = '/old'
           AND store_key = (SELECT key FROM memory_stores WHERE id = ?)`,
        [Date.now(), storeId],
      ),
    )
    await lapseDueProposals(current(), Date.now() + 15 * DAY_MS)
    expect(await memories(current(), storeId)).toBe(4)
    expect(await proposals(current(), storeId)).toMatchObject([{ state: 'withdrawn' }])
  })
})
