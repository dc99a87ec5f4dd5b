import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { createMemory } from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { startCompressing } from './version-compressor'

const cause = { actor: LOCAL_USER_ACTOR }

onBothDatabases((current) => {
  const storeWith = async (name: string, memories: number) => {
    const { id: storeId } = await createStore(current(), { name })
    for (let number = 0; number < memories; number++) {
      await createMemory(current(), { storeId, path: `/${number}.md`, content: 'some text', cause })
    }
    return storeId
  }

  const uncompressed = async (db: Database, storeId: string) => {
    const row = await db.read.get<{ count: number }>(
      `SELECT s.last_sequence - c.compressed_sequence AS count FROM memory_stores s
       JOIN store_compressions c ON c.store_key = s.key WHERE s.id = ?`,
      [storeId],
    )
    return row?.count
  }

  test('many changes of a store are compressed at once; few wait for more', async () => {
    const db = current()
    const few = await storeWith('Few', 3)
    const many = await storeWith('Many', 40)
    const stop = startCompressing(db)
    await expect.poll(() => uncompressed(db, many)).toBe(0)
    expect(await uncompressed(db, few)).toBeGreaterThan(0)
    for (let number = 3; number < 40; number++) {
      const path = `/${number}.md`
      await createMemory(db, { storeId: few, path, content: 'some text', cause })
    }
    await expect.poll(() => uncompressed(db, few)).toBe(0)
    await stop()
  })
})
