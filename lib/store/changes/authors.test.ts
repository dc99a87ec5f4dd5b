import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { changeFacets } from './change-facets'
import { createMemory } from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { listChanges } from './list-changes'
import { type Actor, LOCAL_USER_ACTOR } from '../model/actor'
import { authorOf, IMPORTED } from '../model/author-of'
import { authorActor } from '../stores/name-actor'
import { standingLines } from '../versions/standing-lines'
import { lastChanges } from '../stores/last-changes'
import { storesWriters } from '../stores/writers'
import { whoWrites } from '../stores/who-writes'

/** The pages' figures and filters name authors as their rows do (`author-of.ts`). */
const ADA = authorActor('Ada')
const AGENT: Actor = { type: 'session', id: 'sesn_agent' }

onBothDatabases((current) => {
  /**
   * One that its source says Ada wrote, two that it says nothing of, one of the person, one of an
   * agent.
   */
  const setUp = async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const take = (kind: 'history' | 'seed', actor: Actor, paths: readonly string[]) =>
      applyMoment(db, {
        storeId,
        batch: { kind, message: null, reference: null },
        steps: paths.map((path) => ({ op: 'write' as const, path, content: path })),
        cause: { actor },
      })
    for (const actor of [LOCAL_USER_ACTOR, AGENT]) {
      await createMemory(db, { storeId, path: `/${actor.id}`, content: 'x', cause: { actor } })
    }
    await take('history', ADA, ['/ada'])
    await take('seed', LOCAL_USER_ACTOR, ['/one', '/two'])
    return { db, storeId, now: Date.now() }
  }
  const EACH = [
    [IMPORTED.id, 2],
    [ADA.id, 1],
    [AGENT.id, 1],
    [LOCAL_USER_ACTOR.id, 1],
  ]
  const sorted = (counts: (string | number)[][]) =>
    counts.toSorted(([one = ''], [other = '']) => (one < other ? -1 : 1))

  test('the log counts by author', async () => {
    const { db, storeId } = await setUp()
    const { actors } = await changeFacets(db, { storeId })
    expect(sorted(actors.map(({ actor, count }) => [actor.id, count]))).toEqual(sorted(EACH))
    expect(actors[0]?.actor).toEqual(IMPORTED)
  })

  test.each(EACH.map(([id]) => `${id}`))(
    'the log lists by author what it counts: %s',
    async (id) => {
      const { db, storeId } = await setUp()
      const { changes } = await listChanges(db, { storeId, actorId: id, limit: 10 })
      expect(changes).toHaveLength(Number(EACH.find(([each]) => each === id)?.[1]))
      expect(new Set(changes.map((change) => authorOf(change).id))).toEqual(new Set([id]))
    },
  )

  test('who writes to a store, and who wrote last, are authors', async () => {
    const { db, storeId, now } = await setUp()
    const { writers } = await whoWrites(db, { storeId, days: 2, limit: 9, now })
    expect(sorted(writers.map(({ actor, changes }) => [actor.id, changes]))).toEqual(sorted(EACH))
    const recent = await storesWriters(db, { storeIds: [storeId], since: 0, limit: 1 })
    expect(recent.get(storeId)).toEqual({ actors: [IMPORTED], count: 4 })
    const last = await lastChanges(db, [storeId])
    expect(last.get(storeId)?.actor).toEqual(IMPORTED)
    const standing = await standingLines(db, { storeId, since: 0 })
    expect(sorted(standing.writers.map(({ actor, standing: n }) => [actor.id, n]))).toEqual(
      sorted(EACH),
    )
  })
})
