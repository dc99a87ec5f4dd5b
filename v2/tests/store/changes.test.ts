import { updateMemory } from '@/lib/store/change-memories'
import { listChanges, netChanges } from '@/lib/store/changes'
import { BY_PERSON } from '@/lib/store/model/actor'
import { describe, expect, test } from '@/tests/support/fixtures'
import { AGENT, empty, written } from '@/tests/support/written'

const minute = (minutes: number) => new Date(Date.UTC(2026, 0, 1) + minutes * 60_000)

describe('the net changes of a store', () => {
  test('are one a memory, by path, without what ended as it began', async ({ store }) => {
    const { id: storeId } = store
    const [kept] = await written(storeId, {
      '/kept': '1',
      '/moved': '1',
      '/gone': '1',
      '/back': '1',
    })
    const from = 4
    await written(storeId, { '/kept': '2' })
    await written(storeId, {
      '/kept': '3',
      '/back': '2',
      '/gone': null,
      '/new': '1',
      '/brief': '1',
    })
    const moved = await written(storeId, { '/brief': null, '/back': '1' })
    const { items } = await listChanges({ storeId, limit: 1 })
    expect(items[0]?.lastSequence).toBe(moved.at(-1)?.sequence)
    const to = moved.at(-1)?.sequence ?? 0
    const { changes, redactedMemoryIds } = await netChanges(storeId, from, to)
    const told = changes.map(({ before, after }) => [before?.path ?? null, after?.path ?? null])
    expect([told, redactedMemoryIds]).toEqual([
      [
        ['/gone', null],
        ['/kept', '/kept'],
        [null, '/new'],
      ],
      [],
    ])
    expect(changes[1]).toMatchObject({
      memoryId: kept?.memoryId,
      before: { sequence: 1 },
      after: { sequence: 6 },
    })
    const back = await netChanges(storeId, to, from)
    expect(back.changes.map(({ before, after }) => [before?.path, after?.path])).toEqual([
      [undefined, '/gone'],
      ['/kept', '/kept'],
      ['/new', undefined],
    ])
    expect((await netChanges(storeId, 0, 2 ** 40)).changes).toHaveLength(4)
  })

  test('cannot be told of memories of which a side was redacted', async ({ store }) => {
    const { id: storeId } = store
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
  test('is told by who did it in one go, the latest first', async ({ store }) => {
    const { id: storeId } = store
    const inSession = { ...AGENT, sessionId: 'sesn_1' }
    await written(storeId, { '/a': '1\n' }, { at: minute(0), by: AGENT })
    const [b] = await written(storeId, { '/b': '1\n' }, { at: minute(10), by: AGENT })
    await written(storeId, { '/a': '1\n2\n' }, { at: minute(20), by: inSession })
    const rename = { storeId, memoryId: b?.memoryId ?? '', path: '/c' }
    await updateMemory(rename, BY_PERSON)
    const { items, next } = await listChanges({ storeId, limit: 10 })
    expect(
      items.map(({ by, firstSequence, lastSequence, kind, lines, memories }) => [
        [by.id, by.sessionId],
        [firstSequence, lastSequence],
        [kind, lines],
        memories.map(({ path }) => path),
      ]),
    ).toEqual([
      [['user_local', null], [4, 4], ['renamed', { added: 0, removed: 0 }], ['/c']],
      [['apikey_agent', 'sesn_1'], [3, 3], ['modified', { added: 1, removed: 0 }], ['/a']],
      [
        ['apikey_agent', null],
        [1, 2],
        ['created', { added: 2, removed: 0 }],
        ['/b', '/a'],
      ],
    ])
    expect(next).toBeNull()
  })

  test('a pause of more than half an hour parts', async ({ store }) => {
    const { id: storeId } = store
    for (const at of [0, 30, 61]) await written(storeId, { '/a': `${at}` }, { at: minute(at) })
    const { items } = await listChanges({ storeId, limit: 10 })
    expect(items.map(({ changeCount }) => changeCount)).toEqual([1, 2])
  })

  test('a batch is one, also where somebody wrote amid it', async ({ store }) => {
    const { id: storeId } = store
    const seed = { kind: 'seed', message: 'from notes', reference: 'notes.zip' } as const
    const [first] = await written(storeId, { '/1': '1' }, { batch: seed })
    await written(storeId, { '/own': '1' })
    const { change } = await import('@/lib/store/write/change')
    const { stateOf, writeVersion } = await import('@/lib/store/write/write-version')
    await change(
      storeId,
      BY_PERSON,
      (c) => writeVersion(c, { memory: null, to: stateOf('/2', '2') }),
      { batch: first?.batchId ?? '' },
    )
    const { items } = await listChanges({ storeId, limit: 10 })
    expect(
      items.map(({ batch, firstSequence, lastSequence, changeCount }) => [
        batch?.message ?? null,
        [firstSequence, lastSequence, changeCount],
      ]),
    ).toEqual([
      ['from notes', [1, 3, 2]],
      [null, [2, 2, 1]],
    ])
    const one = await listChanges({ storeId, limit: 1 })
    const two = await listChanges({ storeId, limit: 1, after: one.next ?? '' })
    expect([...one.items, ...two.items].map(({ lastSequence }) => lastSequence)).toEqual([3, 2])
    expect(two.next).toBeNull()
  })

  test('a batch of hundreds is counted, not read', async ({ store }) => {
    const { id: storeId } = store
    await written(storeId, { '/before': '1' }, { by: AGENT })
    const many = Object.fromEntries(Array.from({ length: 250 }, (_, n) => [`/${n}`, '']))
    await written(storeId, many, { batch: { kind: 'seed' } })
    const { items } = await listChanges({ storeId, limit: 10 })
    expect(items).toMatchObject([
      { firstSequence: 2, lastSequence: 251, changeCount: 250, memoryCount: 250, lines: null },
      { firstSequence: 1, changeCount: 1 },
    ])
    expect((await listChanges({ storeId, actorId: AGENT.actor.id, limit: 5 })).items).toHaveLength(
      1,
    )
  })
})
