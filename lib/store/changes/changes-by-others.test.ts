import { expect, test } from 'vitest'
import { onBothDatabases } from '@/tests/support/databases'
import { type Cause, LOCAL_USER_ACTOR } from '../model/actor'
import { changesByOthers } from './list-changes'
import { compactionFinished } from '../background/compaction'
import { createMemory, editMemory } from '../memories/change-memories'
import { createStore, deleteStore } from '../stores/change-stores'
import { listVersions } from '../versions/read-versions'
import { redactVersion } from '../redaction/redact-version'
import { removePath } from '../memories/change-paths'

const MINE = 'sesn_mine'
const person: Cause = { actor: LOCAL_USER_ACTOR }
const session = (id = MINE): Cause => ({ actor: { type: 'session', id } })

onBothDatabases((current) => {
  const setUp = async () => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const write = (path: string, cause: Cause) =>
      createMemory(db, { storeId, path, content: path, cause })
    const ask = (after: number | null, limit = 10) =>
      changesByOthers(db, { storeId, sessionId: MINE, after, limit })
    const paths = async (after: number | null, limit?: number) =>
      (await ask(after, limit)).changes.map(({ path }) => path)
    const now = async () => (await ask(null)).sequence
    return { db, storeId, write, ask, paths, now }
  }

  test('without a number it returns the store’s sequence, and nothing else', async () => {
    const { write, ask, now } = await setUp()
    const before = await now()
    await write('/a', person)
    const found = await ask(null)
    expect(found).toMatchObject({ changes: [], hasMore: false })
    expect(found.sequence).toBeGreaterThan(before)
  })

  test('what others changed comes in order, with who did what', async () => {
    const { db, storeId, write, ask, now } = await setUp()
    const after = await now()
    await write('/a', person)
    await editMemory(db, { storeId, path: '/a', edit: () => 'two', cause: session('sesn_other') })
    await removePath(db, { storeId, path: '/a', cause: person })
    const { changes, hasMore, sequence } = await ask(after)
    expect(changes).toMatchObject([
      { path: '/a', operation: 'created', createdBy: LOCAL_USER_ACTOR },
      { path: '/a', operation: 'modified', createdBy: { type: 'session', id: 'sesn_other' } },
      { path: '/a', operation: 'deleted', createdBy: LOCAL_USER_ACTOR },
    ])
    expect([hasMore, sequence]).toEqual([false, await now()])
  })

  test('the session’s own changes are left out, also those a person made in the session', async () => {
    const { write, paths, ask, now } = await setUp()
    const after = await now()
    await write('/a', session())
    await write('/b', { ...person, sessionId: MINE })
    expect(await paths(after)).toEqual([])
    expect((await ask(after)).sequence).toBeGreaterThan(after)
    await write('/c', person)
    expect(await paths(after)).toEqual(['/c'])
  })

  test('nothing up to the number is repeated', async () => {
    const { write, paths, now } = await setUp()
    await write('/a', person)
    const after = await now()
    await write('/b', person)
    expect(await paths(after)).toEqual(['/b'])
    expect(await paths(await now())).toEqual([])
  })

  test('at most that many come, the newest, and it says whether there are earlier ones', async () => {
    const { write, ask, now } = await setUp()
    const after = await now()
    for (const path of ['/a', '/b', '/c']) await write(path, person)
    const two = await ask(after, 2)
    expect(two.changes.map(({ path }) => path)).toEqual(['/b', '/c'])
    expect([two.hasMore, two.sequence]).toEqual([true, await now()])
    expect(await ask(after, 3)).toMatchObject({ hasMore: false })
  })

  test('a change redacted since has no path', async () => {
    const { db, storeId, write, paths, now } = await setUp()
    const after = await now()
    await write('/secret', person)
    await editMemory(db, { storeId, path: '/secret', edit: () => 'clean', cause: person })
    await removePath(db, { storeId, path: '/secret', cause: person })
    const { versions } = await listVersions(db, { storeId, limit: 10 })
    const first = versions.at(-1)
    await redactVersion(db, { storeId, versionId: first?.id ?? '', cause: person })
    await compactionFinished(db)
    expect((await paths(after))[0]).toBeNull()
  })

  test('a deleted store is refused', async () => {
    const { db, storeId, ask } = await setUp()
    await deleteStore(db, { storeId, cause: person })
    await expect(ask(null)).rejects.toMatchObject({ problem: { kind: 'store_not_found' } })
  })
})
