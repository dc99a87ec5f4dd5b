import { expect, test } from 'vitest'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import type { Cause } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { examineAll } from '../background/examiner'
import { sessionsReview } from './sessions-review'

const session = (id: string): Cause => ({ actor: { type: 'session', id } })

onBothDatabases((current) => {
  test('what a session changed is summed over its stores, and leads to what is left', async () => {
    const db = current()
    const stores = [await createStore(db, { name: 'A' }), await createStore(db, { name: 'B' })]
    const cause = session('sesn_one')
    for (const { id: storeId } of stores) {
      await createMemory(db, { storeId, path: '/a', content: 'one\ntwo\n', cause })
    }
    expect(await sessionsReview(db, ['sesn_one'])).toMatchObject(
      new Map([['sesn_one', { isExamined: false }]]),
    )
    await examineAll(db)
    const found = await sessionsReview(db, ['sesn_one', 'sesn_two'])
    expect([...found.keys()]).toEqual(['sesn_one'])
    expect(found.get('sesn_one')).toMatchObject({
      addedLines: 4,
      removedLines: 0,
      openHunks: 2,
      changesetId: expect.stringMatching(/^chgset_/) as string,
      isExamined: true,
    })
  })
})
