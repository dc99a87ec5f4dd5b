import { describe, expect, test } from 'vitest'
import { archiveSession, deleteSession } from '@/lib/agent/change-session'
import { createSession } from '@/lib/agent/create-session'
import type { Database } from '@/lib/db/database'
import { insertReplay } from '@/lib/replay/sql/replays'
import { makeBranch } from '@/lib/store/branches/make-branch'
import { branchesFrom } from '@/lib/store/branches/sql/branches'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { findText } from '@/lib/store/redaction/find-text'
import { redactText } from '@/lib/store/redaction/redact-text'
import { createStore, deleteStore, purgeDeletedStores } from '@/lib/store/stores/change-stores'
import { storeById } from '@/lib/store/stores/sql/stores'
import { newId } from '@/lib/text/prefixed-id'
import { onBothDatabases } from '@/tests/support/databases'
import { say } from '@/tests/support/sessions'

/** A session on a branch in which nothing is changed. */
async function onBranch(db: Database) {
  const { id: storeId } = await createStore(db, { name: 'Notes' })
  const { id: sessionId } = await openedOn(db, storeId)
  return { storeId, sessionId }
}

const openedOn = (db: Database, storeId: string) =>
  createSession(db, {
    settings: { model: 'practice-agent' },
    stores: [{ storeId, onBranch: 'try' }],
    openedBy: LOCAL_USER_ACTOR,
  })

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

const SECRET = 'sk-live-4f9c2e7ab1d0'

/** Where a conversation still has the secret, once it is redacted in a store and nowhere else. */
async function leftAfterRedaction(db: Database, storeId: string) {
  const wanted = { text: SECRET, replacement: '[x]', cause: { actor: LOCAL_USER_ACTOR } }
  const { finished } = await redactText(db, { ...wanted, storeIds: [storeId] })
  await finished
  return (await findText(db, { text: SECRET })).counts.conversations
}

onBothDatabases((current) => {
  describe('a conversation on a branch that is gone is reached by redactions', () => {
    test('of its origin', async () => {
      const db = current()
      const { storeId, sessionId } = await onBranch(db)
      await say(db, sessionId, `What is ${SECRET}?`)
      await archiveSession(db, sessionId)
      expect(await branches(db, storeId)).toEqual([])
      expect(await leftAfterRedaction(db, storeId)).toBe(0)
    })

    test('of the origin’s origin, if the origin was deleted, too', async () => {
      const db = current()
      const { id: storeId } = await createStore(db, { name: 'Notes' })
      const cause = { actor: LOCAL_USER_ACTOR }
      const between = await makeBranch(db, { storeId, name: 'between', cause })
      const { id: sessionId } = await openedOn(db, between.id)
      await say(db, sessionId, `What is ${SECRET}?`)
      await archiveSession(db, sessionId)
      await deleteStore(db, { storeId: between.id, cause })
      expect(await leftAfterRedaction(db, storeId)).toBe(0)
    })

    test('of the origin’s origin, if the origin was deleted before', async () => {
      const db = current()
      const { id: storeId } = await createStore(db, { name: 'Notes' })
      const cause = { actor: LOCAL_USER_ACTOR }
      const between = await makeBranch(db, { storeId, name: 'between', cause })
      const { id: sessionId } = await openedOn(db, between.id)
      await say(db, sessionId, `What is ${SECRET}?`)
      await deleteStore(db, { storeId: between.id, cause })
      await archiveSession(db, sessionId)
      expect(await leftAfterRedaction(db, storeId)).toBe(0)
    })
  })

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
