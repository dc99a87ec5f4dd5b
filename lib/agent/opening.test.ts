import { describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import type { ResetTo } from '@/lib/store/branches/reset-store'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { getStore } from '@/lib/store/stores/read-stores'
import { nameMoment } from '@/lib/store/time/named-moments'
import { applyMoment } from '@/lib/store/undo/apply-moment'
import { onBothDatabases } from '@/tests/support/databases'
import { modelServer } from '@/tests/support/model-server'
import { say as words } from '@/tests/support/scripted-model-server'
import { eventsOfType, say } from '@/tests/support/sessions'
import { createSession } from './create-session'
import { sessionOpening } from './opening'
import { checkedSettings } from './session-settings'

const server = modelServer()
const cause = { actor: LOCAL_USER_ACTOR }
const settings = checkedSettings({ model: 'opens' })

/** A store of ten memories at most: seeded with one, called “the release” with two, and now with nine. */
async function grownStore(db: Database): Promise<string> {
  const { id: storeId } = await createStore(db, { name: 'Notes', settings: { maxMemories: 10 } })
  const steps = [{ op: 'write' as const, path: '/seeded.md', content: 'seeded\n' }]
  await applyMoment(db, { storeId, batch: { kind: 'seed' }, steps, cause })
  const b = await createMemory(db, { storeId, path: '/released.md', content: 'released\n', cause })
  const { lastSequence: sequence } = await getStore(db, storeId)
  await nameMoment(db, { storeId, sequence, name: 'the release', cause })
  await updateMemory(db, { storeId, memoryId: b.id, path: '/renamed.md', cause })
  for (let more = 0; more < 7; more++) {
    await createMemory(db, { storeId, path: `/later-${more}.md`, content: 'later\n', cause })
  }
  return storeId
}

/** Returns what a session would be told first about its store in this state. */
async function opening(db: Database, storeId: string, resetTo: ResetTo | undefined) {
  const { name, description } = await getStore(db, storeId)
  const store = { storeId, name, description, access: 'read_write' as const, instructions: '' }
  return sessionOpening(db, { settings, stores: [{ ...store, mountName: 'notes', resetTo }] })
}

/** Opens a session of this store, and returns what it was told first. */
async function told(db: Database, storeId: string, resetTo: ResetTo | undefined) {
  server.script('opens', [{ parts: [words('Hi.')] }])
  const stores = [{ storeId, access: 'read_write' as const, resetTo }]
  const { id } = await createSession(db, { settings, stores, openedBy: LOCAL_USER_ACTOR })
  await say(db, id, 'Hi')
  return (await eventsOfType(db, id, 'context.reminder'))[0]?.text
}

onBothDatabases((current) => {
  describe('what a session would be told first', () => {
    test.each<[string, ResetTo | undefined, string[]]>([
      ['as it is', undefined, ['/later-0.md', '/renamed.md', '9 of 10 memories']],
      ['as it was seeded', 'seed', ['/seeded.md']],
      ['as at a named moment', { moment: 'the release' }, ['/released.md', '/seeded.md']],
    ])('is of the store %s', async (_, resetTo, expected) => {
      const db = current()
      const storeId = await grownStore(db)
      const { reminder } = await opening(db, storeId, resetTo)
      for (const each of expected) expect(reminder).toContain(each)
      if (resetTo) expect(reminder).not.toMatch(/later|renamed|of 10 memories/)
      expect(await told(db, storeId, resetTo)).toBe(reminder)
    })

    test('is refused of a moment whose name was taken away', async () => {
      const db = current()
      const storeId = await grownStore(db)
      const asked = opening(db, storeId, { moment: 'none' })
      await expect(asked).rejects.toMatchObject({ problem: { kind: 'moment_not_found' } })
    })
  })
})
