import { execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { allMemories } from '@/lib/store/memories/all-memories'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { getMemory } from '@/lib/store/memories/read-memories'
import { listVersions } from '@/lib/store/versions/read-versions'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { movePath } from '@/lib/store/memories/change-paths'
import { onSqlite } from '@/tests/support/databases'
import { inHands } from '@/tests/support/in-hands'
import { canMount, connect, folderWith, putFile, withoutRoot } from '@/tests/support/watched-folder'
import { lookForConnections, startConnections } from './background/work-connections'
import { carryOut } from './core/carry-out'
import { checkPaths } from './core/check-paths'
import { workOnce } from './core/folder-worker'
import { listConnections } from './list-connections'
import type { Direction } from './model/connection'

const roots: string[] = []
const mounts: string[] = []
let stop = async () => {}
afterEach(async () => {
  await stop()
  stop = async () => {}
  for (const mount of mounts.splice(0)) execFileSync('umount', [mount])
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** A folder whose files everybody may read and write. */
function folder(files: Record<string, string>): string {
  const root = folderWith(files)
  roots.push(root)
  execFileSync('chmod', ['-R', 'a+rwX', root])
  return root
}

function mount(at: string, ...args: string[]): void {
  execFileSync('mount', [...args, at])
  mounts.push(at)
}

const PERSON = { actor: LOCAL_USER_ACTOR }
const FILES = { '/a.md': 'a\n', '/sub/b.md': 'b\n', '/sub/c.md': 'c\n' }

async function watched(db: Database, direction: Direction) {
  const root = folder(FILES)
  const { connectionId, storeId } = await connect(db, root, direction)
  const hands = await inHands(db, connectionId)
  await workOnce(hands)
  const connection = async () => {
    const found = (await listConnections(db)).find(({ id }) => id === connectionId)
    if (!found) throw new Error('there is no such connection')
    return found
  }
  const held = async () => {
    const memories: Record<string, string> = {}
    for await (const { path: at, content } of allMemories(db, { storeId })) memories[at] = content
    return memories
  }
  const unreadable = async () =>
    (await connection()).unwatched.files
      .filter(({ reason }) => reason === 'not_readable')
      .map(({ path: at }) => at)
  return { root, connectionId, storeId, hands, connection, held, unreadable }
}

onSqlite((db) => {
  describe('what a watched folder does not let be read', () => {
    test('a file keeps its memory, is told, and is taken in once it can be read', async () => {
      const { root, hands, held, unreadable } = await watched(db(), 'read')
      putFile(root, '/a.md', 'a, changed\n')
      putFile(root, '/new.md', 'new\n')
      for (const name of ['a.md', 'new.md']) chmodSync(path.join(root, name), 0o000)
      expect(await withoutRoot(db(), () => workOnce(hands))).toBeNull()
      expect(await held()).toEqual(FILES)
      expect((await unreadable()).toSorted()).toEqual(['/a.md', '/new.md'])
      for (const name of ['a.md', 'new.md']) chmodSync(path.join(root, name), 0o644)
      await withoutRoot(db(), () => workOnce(hands))
      expect(await held()).toEqual({ ...FILES, '/a.md': 'a, changed\n', '/new.md': 'new\n' })
      expect(await unreadable()).toEqual([])
    })

    test.each([
      ['neither listed nor entered', 0o000],
      ['listed and not entered', 0o444],
      ['entered and not listed', 0o111],
    ])('a subfolder that can be %s keeps its memories, while others change', async (_how, mode) => {
      const { root, storeId, hands, held, unreadable } = await watched(db(), 'read')
      putFile(root, '/a.md', 'a, changed\n')
      chmodSync(path.join(root, 'sub'), mode)
      // As the watcher tells it, and as a sweep finds it.
      await withoutRoot(db(), () => checkPaths(hands, ['/sub', '/sub/b.md', '/a.md']))
      expect(await withoutRoot(db(), () => workOnce(hands))).toBeNull()
      expect(await held()).toEqual({ ...FILES, '/a.md': 'a, changed\n' })
      expect(await unreadable()).not.toEqual([])
      chmodSync(path.join(root, 'sub'), 0o755)
      rmSync(path.join(root, 'sub/c.md'))
      await withoutRoot(db(), () => workOnce(hands))
      expect(await held()).toEqual({ '/a.md': 'a, changed\n', '/sub/b.md': 'b\n' })
      expect(await unreadable()).toEqual([])
      expect((await listVersions(db(), { storeId, limit: 20 })).versions).toHaveLength(5)
    })

    test('the folder itself rests the connection, which goes on by itself once it can be read', async () => {
      const { root, connectionId, hands, held, connection } = await watched(db(), 'read')
      chmodSync(root, 0o000)
      await db().write((tx) => tx.run('UPDATE connections SET runner = NULL'))
      await withoutRoot(db(), async () => {
        stop = startConnections(db())
        await expect.poll(async () => (await connection()).problem).toBe('folder_not_readable')
      })
      expect(await held()).toEqual(FILES)
      expect(hands.row.id).toBe(connectionId)
      chmodSync(root, 0o755)
      lookForConnections()
      await expect.poll(async () => (await connection()).state).toBe('ok')
    })

    test('a subfolder that may not be written is written once it may be', async () => {
      const { root, storeId, hands, connection } = await watched(db(), 'two_way')
      chmodSync(path.join(root, 'sub'), 0o555)
      const b = await getMemory(db(), { storeId, path: '/sub/b.md' })
      await updateMemory(db(), { storeId, memoryId: b.id, content: 'b!\n', cause: PERSON })
      await withoutRoot(db(), () => workOnce(hands))
      expect(await connection()).toMatchObject({
        failures: [{ path: '/sub/b.md', problem: 'not_writable' }],
      })
      chmodSync(path.join(root, 'sub'), 0o777)
      await withoutRoot(db(), () => carryOut(hands, Date.now() + 10_000))
      expect(readFileSync(path.join(root, 'sub/b.md'), 'utf8')).toBe('b!\n')
      expect(await connection()).toMatchObject({ failures: [], waiting: 0 })
    })
  })

  describe.skipIf(!canMount())('a watched folder with another disk in it', () => {
    test('has memories written to it, moved to it and from it, by either side', async () => {
      const { root, storeId, hands, held, connection } = await watched(db(), 'two_way')
      const disk = path.join(root, 'disk')
      mkdirSync(disk)
      mount(disk, '-t', 'tmpfs', 'none')
      const a = await getMemory(db(), { storeId, path: '/a.md' })
      await movePath(db(), { storeId, path: '/a.md', newPath: '/disk/a.md', cause: PERSON })
      await createMemory(db(), { storeId, path: '/disk/d.md', content: 'd\n', cause: PERSON })
      await workOnce(hands)
      expect(readFileSync(path.join(disk, 'a.md'), 'utf8')).toBe('a\n')
      expect(existsSync(path.join(root, 'a.md'))).toBe(false)
      // `mv` between disks is a copy and a deletion.
      execFileSync('mv', [path.join(disk, 'a.md'), path.join(root, 'back.md')])
      renameSync(path.join(disk, 'd.md'), path.join(disk, 'e.md'))
      await workOnce(hands)
      expect(await getMemory(db(), { storeId, path: '/back.md' })).toMatchObject({ id: a.id })
      expect(await held()).toMatchObject({ '/back.md': 'a\n', '/disk/e.md': 'd\n' })
      expect(await connection()).toMatchObject({ failures: [], conflicts: [], waiting: 0 })
    })

    test('says of a file over which another is mounted that it is in the way, and writes it later', async () => {
      const { root, storeId, hands, connection } = await watched(db(), 'two_way')
      const file = path.join(root, 'a.md')
      const other = path.join(folder({ '/a.md': 'a\n' }), 'a.md')
      mount(file, '--bind', other)
      const a = await getMemory(db(), { storeId, path: '/a.md' })
      await updateMemory(db(), { storeId, memoryId: a.id, content: 'a!\n', cause: PERSON })
      await workOnce(hands)
      expect(readFileSync(file, 'utf8')).toBe('a\n')
      expect(await connection()).toMatchObject({
        failures: [{ path: '/a.md', problem: 'in_the_way' }],
      })
      execFileSync('umount', [file])
      mounts.pop()
      await carryOut(hands, Date.now() + 10_000)
      expect(readFileSync(file, 'utf8')).toBe('a!\n')
      expect(await connection()).toMatchObject({ failures: [], conflicts: [], waiting: 0 })
    })
  })
})
