import { rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { createMemory } from '@/lib/store/memories/change-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { onBothDatabases } from '@/tests/support/databases'
import { inHands } from '@/tests/support/in-hands'
import { connect, folderWith } from '@/tests/support/watched-folder'
import { workOnce } from './core/folder-worker'
import { watchedFileOf } from './watched-file-of'

let home = ''
afterEach(() => rmSync(home, { recursive: true, force: true }))

onBothDatabases((db) => {
  test('a memory of a watched folder has a file, and one that was only written in its store has none', async () => {
    home = folderWith({ '/notes/a.md': 'Tea at four.\n' })
    const { connectionId, storeId } = await connect(db(), home, 'read')
    await workOnce(await inHands(db(), connectionId))
    const { id: memoryId } = (await db().read.get<{ id: string }>(
      "SELECT id FROM memories WHERE path = '/notes/a.md'",
    )) ?? { id: '' }
    const other = await createMemory(db(), {
      storeId,
      path: '/here.md',
      content: 'Only here.\n',
      cause: { actor: LOCAL_USER_ACTOR },
    })
    expect(await watchedFileOf(db(), { storeId, memoryId })).toBe(path.join(home, 'notes/a.md'))
    expect(await watchedFileOf(db(), { storeId, memoryId: other.id })).toBeNull()
  })
})
