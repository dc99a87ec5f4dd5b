import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { examineAll } from '@/lib/review/background/examiner'
import { changesetChanges } from '@/lib/store/changes/changeset-changes'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { changesetMemories } from '../changesets/changeset-memories'
import { hunkOrigins } from './hunk-origins'
import { listChangesets } from '../changesets/list-changesets'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const agent = (toolUseId: string): Cause => ({
  actor: { type: 'session', id: 'sesn_agent' },
  sessionId: 'sesn_agent',
  toolUseId,
})

/** The origins of the hunks of the one memory of the one changeset. */
async function origins(db: Database, storeId: string) {
  await examineAll(db)
  const { changesets } = await listChangesets(db, { storeId, limit: 1 })
  const changesetId = changesets[0]?.id ?? ''
  const [memory] = await changesetMemories(db, changesetId)
  if (!memory) throw new Error('nothing was examined')
  const { memoryKey } = memory
  const [change] = await changesetChanges(db, { storeId, changesetId, memories: [{ memoryKey }] })
  if (!change) throw new Error('nothing was changed')
  return hunkOrigins(db, { storeId, change, hunks: memory.hunks })
}

onBothDatabases((current) => {
  test('a hunk names the version that wrote it, and whose lines it removed', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const content = 'one\ntwo\nthree\nfour\nfive\n'
    const memory = await createMemory(db, { storeId, path: '/a.md', content, cause: PERSON })
    const write = (text: string, cause: Cause) =>
      updateMemory(db, { storeId, memoryId: memory.id, content: text, cause })
    await write('ONE\ntwo\nthree\nfour\nfive\n', agent('call_1'))
    await write('ONE\ntwo\nthree\nfour\nFIVE\nsix\n', agent('call_2'))
    const found = await origins(db, storeId)
    expect(found.map(({ writtenBy }) => writtenBy.map(({ toolUseId }) => toolUseId))).toEqual([
      ['call_1'],
      ['call_2'],
    ])
    expect(found.map(({ removed }) => removed)).toMatchObject([
      [{ lines: 1, version: { createdBy: LOCAL_USER_ACTOR } }],
      [{ lines: 1, version: { createdBy: LOCAL_USER_ACTOR } }],
    ])
  })

  test('a memory that was created removes nobody’s lines', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const cause = agent('call_1')
    await createMemory(db, { storeId, path: '/a.md', content: 'new\n', cause })
    expect(await origins(db, storeId)).toMatchObject([
      { writtenBy: [{ toolUseId: 'call_1' }], removed: [] },
    ])
  })
})
