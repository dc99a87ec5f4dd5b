import { expect, test } from 'vitest'
import { DAY_MS } from '@/lib/text/day-ms'
import { onBothDatabases } from '@/tests/support/databases'
import { createMemory, updateMemory } from '../memories/change-memories'
import { createStore } from '../stores/change-stores'
import { filterPaths } from '../memories/find-paths'
import { listMemories } from '../memories/read-memories'
import { memoryBadges } from '../memories/memory-badges'
import { movePaths, removePaths } from '../memories/change-paths'
import { recordRead } from '../reads/reads'
import { undoChanges } from '../undo/undo-changes'

const cause = { actor: { type: 'user' as const, id: 'user_local' } }

onBothDatabases((current) => {
  const setUp = async (paths: readonly string[]) => {
    const db = current()
    const { id: storeId } = await createStore(db, { name: 'Paths' })
    const made = []
    for (const path of paths) {
      made.push(await createMemory(db, { storeId, path, content: path, cause }))
    }
    const present = async () => {
      const { entries } = await listMemories(db, {
        storeId,
        directory: '',
        depth: 'all',
        limit: 100,
      })
      return entries.map((entry) => (entry.type === 'memory' ? entry.memory.path : ''))
    }
    return { db, storeId, made, present }
  }

  test('several memories and folders move at once, and one undo reverts all of it', async () => {
    const { db, storeId, present } = await setUp(['/a.md', '/b.md', '/old/c.md', '/old/d.md'])
    const moves = [
      { path: '/a.md', newPath: '/new/a.md' },
      { path: '/old', newPath: '/new/old' },
    ]
    const versionIds = await movePaths(db, { storeId, moves, cause })
    expect(await present()).toEqual(['/b.md', '/new/a.md', '/new/old/c.md', '/new/old/d.md'])
    await undoChanges(db, { storeId, changes: { versionIds }, cause })
    expect(await present()).toEqual(['/a.md', '/b.md', '/old/c.md', '/old/d.md'])
  })

  test('if one of several cannot move, none does', async () => {
    const { db, storeId, present } = await setUp(['/a.md', '/b.md', '/taken/b.md'])
    const moves = [
      { path: '/a.md', newPath: '/taken/a.md' },
      { path: '/b.md', newPath: '/taken/b.md' },
    ]
    await expect(movePaths(db, { storeId, moves, cause })).rejects.toMatchObject({
      problem: { kind: 'path_conflict', path: '/taken/b.md' },
    })
    expect(await present()).toEqual(['/a.md', '/b.md', '/taken/b.md'])
  })

  test('several are deleted at once or not at all, and one undo restores them', async () => {
    const { db, storeId, present } = await setUp(['/a.md', '/b/c.md', '/b/d.md', '/e.md'])
    const gone = removePaths(db, { storeId, paths: ['/a.md', '/none'], cause })
    await expect(gone).rejects.toMatchObject({ problem: { kind: 'memory_not_found' } })
    expect(await present()).toHaveLength(4)
    const versionIds = await removePaths(db, { storeId, paths: ['/a.md', '/b'], cause })
    expect(await present()).toEqual(['/e.md'])
    await undoChanges(db, { storeId, changes: { versionIds }, cause })
    expect(await present()).toEqual(['/a.md', '/b/c.md', '/b/d.md', '/e.md'])
  })

  test('paths are filtered by words in any order and case, now and in the past', async () => {
    const { db, storeId } = await setUp(['/Deploy/Checklist.md', '/deploy/old.md', '/x/한국.md'])
    const found = async (text: string, at?: { sequence: number }) => {
      const { memories, hasMore } = await filterPaths(db, { storeId, text, at, limit: 2 })
      return [memories.map(({ path }) => path), hasMore]
    }
    expect(await found('check DEPLOY')).toEqual([['/Deploy/Checklist.md'], false])
    expect(await found('국')).toEqual([['/x/한국.md'], false])
    expect(await found('/')).toEqual([['/Deploy/Checklist.md', '/deploy/old.md'], true])
    expect(await found('/', { sequence: 1 })).toEqual([['/Deploy/Checklist.md'], false])
  })

  test('badges say what was never read, and what changed since it was created', async () => {
    const { db, storeId, made } = await setUp(['/a.md', '/b.md'])
    const [one, other] = made
    if (!one || !other) throw new Error('nothing was made')
    await updateMemory(db, { storeId, memoryId: one.id, content: 'again', cause })
    recordRead(db, { memoryId: other.id, sequence: other.sequence, cause })
    const ids = [one.id, other.id, 'mem_none']
    const soon = await memoryBadges(db, ids)
    expect([...soon.values()].every(({ isRead }) => isRead)).toBe(true)
    const badges = await memoryBadges(db, ids, Date.now() + 61 * DAY_MS)
    expect(Object.fromEntries(badges)).toEqual({
      [one.id]: { versionCount: 2, isRead: false, isQuarantined: false },
      [other.id]: { versionCount: 1, isRead: true, isQuarantined: false },
    })
  })
})
