import { updateMemory } from '@/lib/store/change-memories'
import { netChanges } from '@/lib/store/changes'
import { lately } from '@/lib/store/lately'
import { BY_PERSON } from '@/lib/store/model/actor'
import { describe, expect, test } from '@/tests/support/fixtures'
import { AGENT, empty, written } from '@/tests/support/written'

const minute = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000)

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

describe('what was done in a store', () => {
  test('is told by who did it in one go, the latest first', async ({ storeId }) => {
    const inSession = { ...AGENT, sessionId: 'sesn_1' }
    await written(storeId, { '/a': '1\n' }, { at: minute(0), by: AGENT })
    const [b] = await written(storeId, { '/b': '1\n' }, { at: minute(10), by: AGENT })
    await written(storeId, { '/a': '1\n2\n' }, { at: minute(20), by: inSession })
    const rename = { storeId, memoryId: b?.memoryId ?? '', path: '/c' }
    await updateMemory(rename, BY_PERSON)
    const done = await lately(storeId, 10)
    const told = done.map(
      ({ by, last, lines, memoryCount }) =>
        `${by.id} ${by.sessionId}: ${memoryCount} up to ${last.path}, ${last.sequence}: +${lines?.added}`,
    )
    expect(told).toEqual([
      'user_local null: 1 up to /c, 4: +0',
      'apikey_agent sesn_1: 1 up to /a, 3: +1',
      'apikey_agent null: 2 up to /b, 2: +2',
    ])
    expect((await lately(storeId, 2)).map(({ last }) => last.sequence)).toEqual([4, 3])
  })

  test('a pause of more than half an hour parts', async ({ storeId }) => {
    for (const at of [0, 30, 61]) await written(storeId, { '/a': `${at}` }, { at: minute(at) })
    expect((await lately(storeId, 10)).map(({ last }) => last.sequence)).toEqual([3, 2])
  })

  test('a batch is one, also where somebody wrote amid it', async ({ storeId }) => {
    const [first] = await written(storeId, { '/1': '1' }, { batch: { kind: 'seed' } })
    await written(storeId, { '/own': '1' })
    await written(storeId, { '/2': '2' }, { batch: first?.batchId ?? '' })
    const done = await lately(storeId, 10)
    expect(done.map(({ last, memoryCount }) => `${last.path} ${memoryCount}`)).toEqual([
      '/2 2',
      '/own 1',
    ])
  })

  test('a batch of hundreds is counted, not read', async ({ storeId }) => {
    await written(storeId, { '/before': '1' }, { by: AGENT })
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`/${n}`, '']))
    await written(storeId, many, { batch: { kind: 'seed' } })
    expect(await lately(storeId, 10)).toMatchObject([
      { last: { sequence: 251 }, memoryCount: 250, lines: null },
      { last: { sequence: 1 }, memoryCount: 1, lines: { added: 1, removed: 0 } },
    ])
  })
})
