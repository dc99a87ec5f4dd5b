import { netChanges } from '@/lib/store/changes'
import { describe, expect, test } from '@/tests/support/fixtures'
import { empty, written } from '@/tests/support/written'

describe('the net changes of a store', () => {
  test('are one a memory, by path, without what ended as it began', async ({ storeId }) => {
    const [kept] = await written(storeId, { '/kept': '1', '/gone': '1', '/back': '1' })
    const from = 3
    await written(storeId, { '/kept': '2' })
    const second = { '/kept': '3', '/back': '2', '/gone': null, '/new': '1', '/brief': '1' }
    await written(storeId, second)
    const moved = await written(storeId, { '/brief': null, '/back': '1' })
    const to = moved.at(-1)?.sequence ?? 0
    const { changes, redactedMemoryIds } = await netChanges(storeId, from, to)
    const told = (all: typeof changes) =>
      all.map(({ before, after }) => `${before?.path ?? 'none'} to ${after?.path ?? 'none'}`)
    expect(told(changes)).toEqual(['/gone to none', '/kept to /kept', 'none to /new'])
    expect(redactedMemoryIds).toEqual([])
    expect(changes[1]).toMatchObject({
      memoryId: kept?.memoryId,
      before: { sequence: 1 },
      after: { sequence: 5 },
    })
    const back = await netChanges(storeId, to, from)
    expect(told(back.changes)).toEqual(['none to /gone', '/kept to /kept', '/new to none'])
    expect((await netChanges(storeId, 0, 2 ** 40)).changes).toHaveLength(3)
  })

  test('cannot be told of memories of which a side was redacted', async ({ storeId }) => {
    const [one] = await written(storeId, { '/a': '1' })
    await written(storeId, { '/a': '2' })
    await written(storeId, { '/a': '3' })
    await empty(one?.id ?? '')
    expect(await netChanges(storeId, 1, 3)).toEqual({
      changes: [],
      redactedMemoryIds: [one?.memoryId],
    })
    expect((await netChanges(storeId, 2, 3)).changes).toHaveLength(1)
  })
})
