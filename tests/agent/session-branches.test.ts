import { describe, expect, test } from 'vitest'
import { archiveSession, deleteSession } from '@/lib/agent/change-session'
import { createSession } from '@/lib/agent/create-session'
import type { Database } from '@/lib/db/database'
import { insertReplay } from '@/lib/replay/sql/replays'
import { branchesFrom } from '@/lib/store/branches/sql/branches'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createStore, purgeDeletedStores } from '@/lib/store/stores/change-stores'
import { storeById } from '@/lib/store/stores/sql/stores'
import { newId } from '@/lib/text/prefixed-id'
import { onBothDatabases } from '@/tests/support/databases'

/** A session on a branch in which nothing is changed. */
async function onBranch(db: Database) {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  const { id: sessionId } = await createSession(db, {
    settings: { model: 'practice-agent' },
    stores: [{ storeId, onBranch: 'try' }],
    openedBy: LOCAL_USER_ACTOR,
  })
  return { storeId, sessionId }
}

/** A search for a cause in a session. */
async function search(db: Database, sessionId: string) {
  const by = { actorType: LOCAL_USER_ACTOR.type, actorId: LOCAL_USER_ACTOR.id }
  await db.write((tx) =>
    insertReplay(tx, {
      ...{ id: newId('cause'), kind: 'cause', sessionId, eventId: 'sevt_any', input: '{}' },
      ...{ maxRequests: 100, maxTokens: null, createdAt: Date.now(), ...by },
    }),
  )
}

const searches = (db: Database) => db.read.all('SELECT id FROM replays', [])

async function branches(db: Database, storeId: string) {
  const row = await storeById(db.read, storeId)
  const found = await branchesFrom(db.read, row?.key ?? 0)
  return found.map(({ name }) => name)
}

onBothDatabases((current) => {
  describe('the branch of a session in which nothing was changed', () => {
    test('goes when the session is archived', async () => {
      const db = current()
      const { storeId, sessionId } = await onBranch(db)
      expect(await branches(db, storeId)).toEqual(['try'])
      await archiveSession(db, sessionId)
      expect(await branches(db, storeId)).toEqual([])
    })

    test('stays if causes were looked for in the session, which would go with it', async () => {
      const db = current()
      const { storeId, sessionId } = await onBranch(db)
      await search(db, sessionId)
      await archiveSession(db, sessionId)
      await purgeDeletedStores(db)
      expect(await branches(db, storeId)).toEqual(['try'])
      expect(await searches(db)).toHaveLength(1)
    })

    test('goes with them when the session is deleted', async () => {
      const db = current()
      const { storeId, sessionId } = await onBranch(db)
      await search(db, sessionId)
      await deleteSession(db, sessionId)
      expect(await branches(db, storeId)).toEqual([])
      expect(await searches(db)).toEqual([])
    })
  })
})
