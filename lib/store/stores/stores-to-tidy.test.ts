import { describe, expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { createStore } from './change-stores'
import { listMemories } from '../memories/read-memories'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { NEVER_READ_AFTER_MS } from '../model/never-read'
import { recordRead } from '../reads/reads'
import { storesToTidy } from './store-limits'

const cause = { actor: LOCAL_USER_ACTOR }

/** Long after what the tests write. */
const now = Date.now() + NEVER_READ_AFTER_MS + 3_600_000

onBothDatabases((current) => {
  const storeIn = async (contents: Record<string, string>, maxViewChars = 100_000) => {
    const settings = { maxViewChars }
    const storeId = (await createStore(current(), { name: 'Tidy', settings })).id
    const steps = Object.entries(contents).map(([path, content]) => ({
      op: 'write' as const,
      path,
      content,
    }))
    await applyMoment(current(), { storeId, batch: null, steps, cause })
    return storeId
  }
  const many = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`/${at}`, 'xx']))
  const readFirst = async (storeId: string) => {
    const { entries } = await listMemories(current(), {
      storeId,
      directory: '',
      depth: 'all',
      limit: 1,
    })
    const [entry] = entries
    if (entry?.type !== 'memory') throw new Error('the store is empty')
    const { id: memoryId, sequence } = entry.memory
    recordRead(current(), { memoryId, sequence, cause })
  }

  describe('stores worth tidying', () => {
    test('have many memories that were never read beside others that were', async () => {
      const neglected = await storeIn(many(12))
      const unread = await storeIn(many(12))
      const few = await storeIn(many(5))
      await readFirst(neglected)
      await readFirst(few)
      const storeIds = [neglected, unread, few]
      const { neverRead, findings } = await storesToTidy(current(), { storeIds, limit: 3, now })
      expect(neverRead).toEqual(
        new Map([
          [few, { memoryCount: 4, byteSize: 8, of: 5 }],
          [neglected, { memoryCount: 11, byteSize: 22, of: 12 }],
          [unread, { memoryCount: 12, byteSize: 24, of: 12 }],
        ]),
      )
      expect(findings).toEqual([
        { kind: 'never_read', storeId: neglected, memoryCount: 11, byteSize: 22, of: 12 },
      ])
    })

    test('have nothing that was never read before it was there for 60 days', async () => {
      const storeId = await storeIn(many(12))
      await readFirst(storeId)
      const asked = { storeIds: [storeId], limit: 3, now: now - 2 * 3_600_000 }
      const { neverRead, findings } = await storesToTidy(current(), asked)
      expect(neverRead.get(storeId)?.memoryCount).toBe(0)
      expect(findings).toEqual([])
    })

    test('have memories of which one read returns only a part', async () => {
      const storeId = await storeIn(
        {
          '/sure': 'x'.repeat(3001),
          '/counted': 'x'.repeat(993),
          '/short lines': 'x\n'.repeat(300),
          '/fits': 'x'.repeat(992),
          '/in Korean': '가'.repeat(900),
        },
        1000,
      )
      const { findings } = await storesToTidy(current(), { storeIds: [storeId], limit: 4, now })
      expect(findings.map((found) => found.kind === 'over_one_read' && found.path)).toEqual([
        '/sure',
        '/counted',
        '/short lines',
      ])
      const first = await storesToTidy(current(), { storeIds: [storeId], limit: 1, now })
      expect(first.findings).toHaveLength(1)
    })

    test('are none of none', async () => {
      const nothing = { neverRead: new Map(), findings: [] }
      expect(await storesToTidy(current(), { storeIds: [], limit: 3, now })).toEqual(nothing)
      const empty = (await createStore(current(), { name: 'Empty' })).id
      expect(await storesToTidy(current(), { storeIds: [empty], limit: 3, now })).toEqual(nothing)
    })
  })
})
