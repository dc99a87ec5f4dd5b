import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { examineAll } from '@/lib/review/background/examiner'
import { changesetChanges } from '@/lib/store/changes/changeset-changes'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { onBothDatabases } from '@/tests/support/databases'
import { changesetMemories } from '../changesets/changeset-memories'
import { listChangesets } from '../changesets/list-changesets'
import { lineStates } from './line-states'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const agent = (id: string): Cause => ({ actor: { type: 'session', id }, sessionId: id })

/** The states of the one hunk of a session's changeset. */
async function statesOf(db: Database, storeId: string, sessionId: string) {
  await examineAll(db)
  const { changesets } = await listChangesets(db, { storeId, sessionId, limit: 1 })
  const changesetId = changesets[0]?.id ?? ''
  const [memory] = await changesetMemories(db, changesetId)
  if (!memory) throw new Error('nothing was examined')
  const { memoryKey, hunks } = memory
  const [change] = await changesetChanges(db, { storeId, changesetId, memories: [{ memoryKey }] })
  if (!change) throw new Error('nothing was changed')
  const [states] = await lineStates(db, { storeId, change, hunks })
  return states
}

onBothDatabases((current) => {
  const written = async (writes: readonly (readonly [day: string, cause: Cause])[]) => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const text = (day: string) => `# Plan\nRelease day: ${day}\n`
    const [[first, by] = ['', PERSON], ...others] = writes
    const made = { storeId, path: '/plan.md', content: text(first), cause: by }
    const { id: memoryId } = await createMemory(db, made)
    for (const [day, cause] of others) {
      await updateMemory(db, { storeId, memoryId, content: text(day), cause })
    }
    return storeId
  }

  test('a value that one session wrote to and fro shows all it went through', async () => {
    const days = ['Tuesday', 'Thursday', 'Tuesday', 'Thursday']
    const storeId = await written(days.map((day) => [day, agent('sesn_a')] as const))
    expect(await statesOf(current(), storeId, 'sesn_a')).toEqual(days)
  })

  test('so does one that goes back to before another session’s correction', async () => {
    const storeId = await written([
      ['Tuesday', PERSON],
      ['Thursday', agent('sesn_a')],
      ['Tuesday', agent('sesn_b')],
    ])
    expect(await statesOf(current(), storeId, 'sesn_b')).toEqual(['Tuesday', 'Thursday', 'Tuesday'])
  })

  test('a value that only moved on did not go to and fro', async () => {
    const storeId = await written([
      ['Monday', PERSON],
      ['Tuesday', agent('sesn_a')],
      ['Thursday', agent('sesn_a')],
    ])
    expect(await statesOf(current(), storeId, 'sesn_a')).toBeNull()
  })
})
