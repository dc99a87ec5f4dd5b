import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createMemory } from '@/lib/store/memories/change-memories'
import { createStore } from '@/lib/store/stores/change-stores'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { quarantineMemory, releaseMemory } from '@/lib/store/quarantine/quarantine-memory'
import { flushReads, recordRead } from '@/lib/store/reads/reads'
import { onBothDatabases } from '@/tests/support/databases'
import { examineAll } from '../background/examiner'
import { listChangesets } from '../changesets/list-changesets'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const READER: Cause = { actor: { type: 'session', id: 'sesn_reader' } }
const WRITER: Cause = { actor: { type: 'session', id: 'sesn_writer' } }

async function reasonsOf(db: Database, storeId: string, sessionId: string) {
  await examineAll(db)
  const { changesets } = await listChangesets(db, { storeId, limit: 9 })
  const changeset = changesets.find((each) => each.sessionId === sessionId)
  return changeset && { level: changeset.level, reasons: Object.keys(changeset.reasons) }
}

onBothDatabases((current) => {
  test('what a session wrote after it read what is in quarantine now is high', async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const poison = { storeId, path: '/poison', content: 'x\n', cause: WRITER }
    const { id: memoryId, sequence } = await createMemory(db, poison)
    recordRead(db, { memoryId, sequence, cause: READER })
    await flushReads(db)
    await createMemory(db, { storeId, path: '/after', content: 'y\n', cause: READER })
    expect((await reasonsOf(db, storeId, 'sesn_reader'))?.reasons).toEqual([])
    await quarantineMemory(db, { storeId, memoryId, cause: PERSON })
    expect(await reasonsOf(db, storeId, 'sesn_reader')).toEqual({
      level: 'high',
      reasons: ['read_quarantined'],
    })
    expect((await reasonsOf(db, storeId, 'sesn_writer'))?.reasons).toEqual([])
    await releaseMemory(db, { storeId, memoryId, cause: PERSON })
    expect((await reasonsOf(db, storeId, 'sesn_reader'))?.reasons).toEqual([])
  })
})
