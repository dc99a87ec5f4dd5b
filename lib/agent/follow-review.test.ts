import { expect, test } from 'vitest'
import { examineAll } from '@/lib/review/background/examiner'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { onBothDatabases } from '@/tests/support/databases'
import { followReview } from './follow-review'

onBothDatabases((current) => {
  test('the review of a session is told at first, and again once it is another', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'A' })
    const ending = new AbortController()
    const news = followReview(db, 'sesn_one', ending.signal)
    const next = async () => {
      const { value } = await news.next()
      return value ?? null
    }

    expect(await next()).toBeNull()
    const cause = { actor: { type: 'session', id: 'sesn_one' } } as const
    await createMemory(db, { storeId, path: '/a', content: 'one\n', cause })
    expect(await next()).toMatchObject({ isExamined: false })
    await examineAll(db)
    expect(await next()).toMatchObject({ isExamined: true, openHunks: 1 })

    ending.abort()
    expect(await news.next()).toMatchObject({ done: true })
  })
})
