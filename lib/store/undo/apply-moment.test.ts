import { describe, expect, test } from 'vitest'
import { LOCAL_USER_ACTOR } from '../model/actor'
import type { HistoryStep } from '../model/history-step'
import { createStore } from '../stores/change-stores'
import { onSqlite } from '@/tests/support/databases'
import { applyMoment } from './apply-moment'
import { restoreStore } from './restore-store'

const cause = { actor: LOCAL_USER_ACTOR }

/** As an import writes at once. */
const STEPS = 500

const steps = (content: string) =>
  Array.from({ length: STEPS }, (_, at): HistoryStep => ({
    ...{ op: 'write', path: `/folder-${at % 10}/${at}.md`, content },
  }))

/** Counts the turns of the event loop that others get while something is done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let turns = 0
  const count = () => {
    turns++
    pending = setImmediate(count)
  }
  let pending = setImmediate(count)
  await work()
  clearImmediate(pending)
  return turns
}

/** One transaction gets as many without yielding: before its first statement and after its last. */
const WITHOUT = 4

// PostgreSQL is asked over a socket, and so never holds the loop.
onSqlite((current) => {
  describe('a moment of five hundred steps lets others go on', () => {
    test('while memories are added', async () => {
      const db = current()
      const { id: storeId } = await createStore(db, { name: 'Notes' })
      const work = () => applyMoment(db, { storeId, batch: null, steps: steps('one\n'), cause })
      expect(await turnsDuring(work)).toBeGreaterThan(WITHOUT)
    })

    test('while memories are changed, and while all of that is taken back', async () => {
      const db = current()
      const { id: storeId } = await createStore(db, { name: 'Notes' })
      await applyMoment(db, { storeId, batch: null, steps: steps('one\n'), cause })
      const work = () => applyMoment(db, { storeId, batch: null, steps: steps('other\n'), cause })
      expect(await turnsDuring(work)).toBeGreaterThan(WITHOUT)
      const restoring = () => restoreStore(db, { storeId, at: { sequence: STEPS }, cause })
      expect(await turnsDuring(restoring)).toBeGreaterThan(WITHOUT)
    })
  })
})
