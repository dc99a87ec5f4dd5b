import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { applyMoment } from '../undo/apply-moment'
import { compactionFinished } from '../background/compaction'
import { changeFacets } from './change-facets'
import { changeTimes } from './change-times'
import { createStore } from '../stores/change-stores'
import { listChanges } from './list-changes'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { redactVersion } from '../redaction/redact-version'
import { restoreVersion } from '../versions/restore-version'
import { tellChanges } from '../events/tell-changes'

const start = Date.UTC(2026, 4, 20, 12)
const HOUR_MS = 3_600_000

type Steps = Parameters<typeof applyMoment>[1]['steps']

const write = (path: string, content: string) => ({ op: 'write' as const, path, content })

onBothDatabases((current) => {
  const storeNamed = async (name: string) => (await createStore(current(), { name })).id

  const apply = (storeId: string, hour: number, by: string, steps: Steps) =>
    applyMoment(current(), {
      storeId,
      at: start + hour * HOUR_MS,
      batch: null,
      steps,
      cause: { actor: { type: 'session', id: by } },
    })

  const toldOf = async (storeId: string) => {
    const db = current()
    const { changes } = await listChanges(db, { storeId, limit: 50 })
    const told = await tellChanges(db, { changes })
    return changes.map(({ id, path }) => ({ path, ...told.get(id) }))
  }

  test('a change is told by the first line that it added, else by one that it removed', async () => {
    const storeId = await storeNamed('Told')
    await apply(storeId, 0, 'sesn_a', [write('/a', '# Title\n\nfirst\n')])
    await apply(storeId, 1, 'sesn_a', [write('/a', '# Title\n\nfirst\n---\nsecond **bold**\n')])
    await apply(storeId, 2, 'sesn_a', [write('/a', '# Title\n\nsecond **bold**\n')])
    await apply(storeId, 3, 'sesn_a', [{ op: 'delete', path: '/a' }])
    const lines = (added: number, removed: number) => ({ added, removed })
    expect(await toldOf(storeId)).toMatchObject([
      { kind: 'deleted', lines: lines(0, 3), line: { sign: 'removed', text: 'second bold' } },
      { kind: 'modified', lines: lines(0, 2), line: { sign: 'removed', text: 'first' } },
      { kind: 'modified', lines: lines(2, 0), line: { sign: 'added', text: 'second bold' } },
      { kind: 'created', lines: lines(3, 0), line: { sign: 'added', text: 'first' } },
    ])
  })

  test('a memory that was undeleted is told as the filter lists it: modified', async () => {
    const db = current()
    const storeId = await storeNamed('Undeleted')
    await apply(storeId, 0, 'sesn_a', [write('/a', 'one\n')])
    await apply(storeId, 1, 'sesn_a', [{ op: 'delete', path: '/a' }])
    const versionId = (await listChanges(db, { storeId, limit: 9 })).changes[1]?.id ?? ''
    await restoreVersion(db, { storeId, versionId, cause: { actor: LOCAL_USER_ACTOR } })
    const [undeleted] = (await listChanges(db, { storeId, operation: 'modified', limit: 9 }))
      .changes
    const told = await tellChanges(db, { changes: undeleted ? [undeleted] : [] })
    expect(told.get(undeleted?.id ?? '')).toMatchObject({
      kind: 'modified',
      lines: { added: 1, removed: 0 },
    })
  })

  test('of what was redacted, or is too large to compare, nothing is told but why', async () => {
    const db = current()
    const settings = { maxContentBytes: 1_000_000 }
    const { id: storeId } = await createStore(db, { name: 'Silent', settings })
    const large = Array.from({ length: 9_000 }, (_, line) => `a line of its own ${line}`).join('\n')
    await apply(storeId, 0, 'sesn_a', [write('/secret', 'secret\n')])
    await apply(storeId, 1, 'sesn_a', [write('/secret', 'open\n')])
    await apply(storeId, 2, 'sesn_a', [write('/large', large), write('/small', 'said\n')])
    await apply(storeId, 3, 'sesn_a', [write('/large', `${large}\nmore`)])
    const { changes } = await listChanges(db, { storeId, limit: 50 })
    const versionId = changes.at(-1)?.id ?? ''
    await redactVersion(db, { storeId, versionId, cause: { actor: LOCAL_USER_ACTOR } })
    await compactionFinished(db)
    const told = await toldOf(storeId)
    expect(told.map(({ silence, line }) => [silence, line?.text])).toEqual([
      ['too_large', undefined],
      [null, 'said'],
      [null, 'a line of its own 0'],
      ['redacted', undefined],
      ['redacted', undefined],
    ])
  })

  test('changes are counted over time, in one store or in several', async () => {
    const db = current()
    const one = await storeNamed('One')
    const other = await storeNamed('Other')
    await apply(one, 0, 'sesn_a', [write('/a', 'a'), write('/b', 'b')])
    await apply(one, 5, 'sesn_a', [write('/a', 'aa')])
    await apply(other, 5, 'sesn_a', [write('/a', 'a')])
    const counts = async (input: Partial<Parameters<typeof changeTimes>[1]>) =>
      (await changeTimes(db, { buckets: 6, ...input })).map(({ from, count }) => [
        (from - start) / HOUR_MS,
        count,
      ])
    expect(await counts({})).toEqual([
      [0, 2],
      [1, 0],
      [2, 0],
      [3, 0],
      [4, 0],
      [5, 2],
    ])
    expect((await counts({ storeId: one })).at(-1)).toEqual([5, 1])
    const late = await counts({ from: start + HOUR_MS })
    expect(late.reduce((sum, [, count = 0]) => sum + count, 0)).toBe(2)
    expect(await counts({ storeId: await storeNamed('Empty') })).toEqual([])
  })

  test('each choice of a filter is counted together with the other filters', async () => {
    const db = current()
    const one = await storeNamed('One')
    const other = await storeNamed('Other')
    await apply(one, 0, 'sesn_a', [write('/a', 'a'), write('/b', 'b')])
    await apply(one, 1, 'sesn_b', [write('/a', 'aa')])
    await apply(other, 2, 'sesn_a', [write('/c', 'c')])
    const facets = async (filter: Partial<Parameters<typeof changeFacets>[1]>) => {
      const found = await changeFacets(db, filter)
      return {
        stores: [found.stores.get(one) ?? 0, found.stores.get(other) ?? 0],
        operations: Object.fromEntries(found.operations),
        actors: found.actors.map(({ actor, count }) => [actor.id, count]),
      }
    }
    expect(await facets({})).toEqual({
      stores: [3, 1],
      operations: { created: 3, modified: 1 },
      actors: [
        ['sesn_a', 3],
        ['sesn_b', 1],
      ],
    })
    expect(await facets({ storeId: one, operation: 'created' })).toEqual({
      stores: [2, 1],
      operations: { created: 2, modified: 1 },
      actors: [['sesn_a', 2]],
    })
    expect(await facets({ pathStart: '/a', createdFrom: start + HOUR_MS })).toEqual({
      stores: [1, 0],
      operations: { modified: 1 },
      actors: [['sesn_b', 1]],
    })
  })
})
