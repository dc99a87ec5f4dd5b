import { expect, test, vi } from 'vitest'
import type { Database } from '@/lib/db/database'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases } from '@/tests/support/databases'
import { compactionFinished } from '../background/compaction'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { redactText } from '../redaction/redact-text'
import { redactVersion } from '../redaction/redact-version'
import { applyMoment } from '../undo/apply-moment'
import { listVersions } from '../versions/read-versions'
import { createStore, deleteStore, updateStore } from './change-stores'
import { lastChanges } from './last-changes'

const now = Date.UTC(2026, 4, 20, 12)
const person = { actor: LOCAL_USER_ACTOR }

onBothDatabases((current) => {
  const storeNamed = async (db: Database, name: string) => (await createStore(db, { name })).id
  const write = (db: Database, storeId: string, at: number, path: string, content = path) =>
    applyMoment(db, {
      storeId,
      at,
      batch: null,
      steps: [{ op: 'write', path, content }],
      cause: { actor: { type: 'session', id: 'sesn_a' } },
    })

  test('each store’s last change has its time, its actor and its memory', async () => {
    const db = current()
    const busy = await storeNamed(db, 'Busy')
    const still = await storeNamed(db, 'Still')
    const unasked = await storeNamed(db, 'Unasked')
    await write(db, busy, now - DAY_MS, '/a')
    await write(db, busy, now, '/b')
    await write(db, unasked, now, '/a')
    expect(await lastChanges(db, [still, busy])).toEqual(
      new Map([
        [
          busy,
          {
            at: now,
            type: 'memory.created',
            actor: { type: 'session', id: 'sesn_a' },
            path: '/b',
          },
        ],
      ]),
    )
  })

  test('it may be one of the store itself', async () => {
    const db = current()
    const id = await storeNamed(db, 'To be renamed')
    await write(db, id, now, '/a')
    await updateStore(db, { storeId: id, name: 'Renamed', cause: person })
    expect((await lastChanges(db, [id])).get(id)).toMatchObject({
      type: 'memory_store.updated',
      actor: LOCAL_USER_ACTOR,
      path: null,
    })
  })

  test('a redaction is none, whether it empties a version or takes a text out of all', async () => {
    const db = current()
    const storeId = await storeNamed(db, 'Cleared')
    await write(db, storeId, now - DAY_MS, '/a', 'a token-of-mine here\n')
    await write(db, storeId, now, '/a', 'still a token-of-mine\n')
    const { versions } = await listVersions(db, { storeId, limit: 2 })
    await redactVersion(db, { storeId, versionId: versions[1]?.id ?? '', cause: person })
    const { finished } = await redactText(db, {
      text: 'token-of-mine',
      replacement: '[x]',
      storeIds: [storeId],
      cause: person,
    })
    await finished
    await compactionFinished(db)
    expect((await lastChanges(db, [storeId])).get(storeId)).toMatchObject({
      at: now,
      type: 'memory.modified',
      actor: { type: 'session', id: 'sesn_a' },
      path: '/a',
    })
  })

  test('a deleted store has none', async () => {
    const db = current()
    const id = await storeNamed(db, 'Gone')
    await write(db, id, now, '/a')
    await deleteStore(db, { storeId: id, cause: person })
    expect(await lastChanges(db, [id])).toEqual(new Map())
  })

  test('the database is queried once, whatever the number of stores, and not at all for none', async () => {
    const db = current()
    const storeIds = [await storeNamed(db, 'One'), await storeNamed(db, 'Two')]
    const asked = vi.spyOn(db.bulk, 'all')
    await lastChanges(db, [])
    expect(asked).toHaveBeenCalledTimes(0)
    await lastChanges(db, storeIds)
    expect(asked).toHaveBeenCalledTimes(1)
    asked.mockRestore()
  })
})
