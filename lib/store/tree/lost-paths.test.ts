import { expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { onBothDatabases } from '@/tests/support/databases'
import { createStore } from '../stores/change-stores'
import { listFolder } from './list-folder'
import { listMemories } from '../memories/read-memories'
import { lostPaths, mendTree } from './lost-paths'
import { LOCAL_USER_ACTOR } from '../model/actor'
import { putMemory } from '../memories/change-memories'
import { removePath } from '../memories/change-paths'

const cause = { actor: LOCAL_USER_ACTOR }

async function lostIn(db: Database): Promise<string[]> {
  const found: string[] = []
  for await (const { path } of lostPaths(db)) found.push(path)
  return found.toSorted()
}

onBothDatabases((current) => {
  const storeWith = async (paths: readonly string[]) => {
    const { id: storeId } = await createStore(current(), { name: 'Tree' })
    for (const path of paths) await putMemory(current(), { storeId, path, content: path, cause })
    return storeId
  }
  const shown = async (storeId: string, directory: string) =>
    (await listFolder(current(), { storeId, directory, limit: 10 })).entries.map((entry) =>
      entry.type === 'memory' ? entry.memory.path : entry.directory,
    )

  test('a tree that lost folders and memories is told, and made anew from the memories', async () => {
    const db = current()
    const storeId = await storeWith(['/a/b/c.md', '/a/d.md', '/a-e.md', '/f/g.md'])
    await removePath(db, { storeId, path: '/f', cause })
    expect(await lostIn(db)).toEqual([])
    const whole = [await shown(storeId, ''), await shown(storeId, '/a')]
    await db.write(async (tx) => {
      const lost = `(SELECT key FROM path_nodes WHERE path IN ('/a', '/a/b'))`
      await tx.run(`DELETE FROM directory_spans WHERE node_key IN ${lost}`)
      await tx.run(`UPDATE path_nodes SET entry = NULL, memory_count = 0 WHERE key IN ${lost}`)
      await tx.run(`UPDATE path_nodes SET entry = NULL, memory_key = NULL WHERE path = '/a-e.md'`)
    })
    expect(await shown(storeId, '')).toEqual([])
    const paths = await lostIn(db)
    expect(paths).toEqual(['/a', '/a-e.md', '/a/b'])

    await mendTree(db, { storeId, paths, cause })
    expect(await lostIn(db)).toEqual([])
    expect([await shown(storeId, ''), await shown(storeId, '/a')]).toEqual(whole)
    const then = await listMemories(db, {
      storeId,
      directory: '',
      depth: 'children',
      at: { sequence: 2 },
      limit: 10,
    })
    expect(then.entries).toMatchObject([{ type: 'directory' }])
  })
})
