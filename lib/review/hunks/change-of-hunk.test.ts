import { expect, test } from 'vitest'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { type Cause, LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { createStore } from '@/lib/store/stores/change-stores'
import { onSqlite } from '@/tests/support/databases'
import { examineAll } from '../background/examiner'
import { changesetMemories } from '../changesets/changeset-memories'
import { listChangesets } from '../changesets/list-changesets'
import { hunkId } from '../model/hunk'
import { textOfHunk } from './change-of-hunk'

const PERSON: Cause = { actor: LOCAL_USER_ACTOR }
const AGENT: Cause = { actor: { type: 'session', id: 'sesn_agent' } }

onSqlite((current) => {
  /** The hunks of an agent's change of a memory. */
  const changed = async (before: string, now: { content?: string; path?: string }) => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Notes' })
    const memory = await createMemory(db, {
      storeId,
      path: '/a.md',
      content: before,
      cause: PERSON,
    })
    await updateMemory(db, { storeId, memoryId: memory.id, ...now, cause: AGENT })
    await examineAll(db)
    const [changeset] = (await listChangesets(db, { storeId, limit: 1 })).changesets
    const changesetId = changeset?.id ?? ''
    const [reviewed] = await changesetMemories(db, changesetId)
    if (!reviewed) throw new Error('nothing was changed')
    const { memoryId, through } = reviewed
    return reviewed.hunks.map((hunk) => ({
      changesetId,
      hunkId: hunkId({ ...hunk, memoryId, through }),
    }))
  }

  test('the text of a hunk is what it added, else what it removed, without empty lines around it', async () => {
    const db = current()
    const [replaced, removed] = await changed('a1\nb1\nc1\nd1\n', { content: 'A1\nA2\nb1\nc1\n' })
    expect(replaced && (await textOfHunk(db, replaced))).toBe('A1\nA2')
    expect(removed && (await textOfHunk(db, removed))).toBe('d1')
    const [added] = await changed('a1\n', { content: 'a1\n\nb1\n\nc1\n\n' })
    expect(added && (await textOfHunk(db, added))).toBe('b1\n\nc1')
    const second = { removed: [], added: [1] }
    expect(replaced && (await textOfHunk(db, { ...replaced, lines: second }))).toBe('A2')
    const old = { removed: [0], added: [] }
    expect(replaced && (await textOfHunk(db, { ...replaced, lines: old }))).toBe('a1')
  })

  test('it is the new path of a rename, and nothing of a hunk that there is not', async () => {
    const db = current()
    const [renamed] = await changed('a1\n', { path: '/b.md' })
    expect(renamed && (await textOfHunk(db, renamed))).toBe('/b.md')
    const { changesetId = '' } = renamed ?? {}
    expect(await textOfHunk(db, { changesetId, hunkId: 'h1' })).toBeNull()
    const other = 'mem_1.1.lines.0.0.0.1'
    expect(await textOfHunk(db, { changesetId, hunkId: other })).toBeNull()
  })
})
