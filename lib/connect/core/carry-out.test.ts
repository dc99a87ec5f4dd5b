import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import type { Database } from '@/lib/db/database'
import { createMemory, updateMemory } from '@/lib/store/memories/change-memories'
import { getMemory } from '@/lib/store/memories/read-memories'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'
import { removePath } from '@/lib/store/memories/change-paths'
import { onBothDatabases, onSqlite } from '@/tests/support/databases'
import { inHands } from '@/tests/support/in-hands'
import { canMount, connect, folderWith, putFile } from '@/tests/support/watched-folder'
import { setDirection } from '../change-connection'
import { listConnections } from '../list-connections'
import { carryOut } from './carry-out'
import { workOnce } from './folder-worker'

const roots: string[] = []
const mounts: string[] = []
afterEach(() => {
  for (const mount of mounts.splice(0)) execFileSync('umount', [mount])
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

function folder(files: Record<string, string>): string {
  const root = folderWith(files)
  roots.push(root)
  return root
}

/** A folder on a disk of its own, of one megabyte. */
function smallDisk(): string {
  const root = folder({})
  execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=1m', 'none', root])
  mounts.push(root)
  return root
}

const PERSON = { actor: LOCAL_USER_ACTOR }
const SECOND = 1000

async function watched(db: Database, root: string) {
  const { connectionId, storeId } = await connect(db, root, 'two_way')
  const hands = await inHands(db, connectionId)
  await workOnce(hands)
  const told = async () => {
    const found = (await listConnections(db)).find(({ id }) => id === connectionId)
    return { failures: found?.failures, waiting: found?.waiting, conflicts: found?.conflicts }
  }
  const create = (memoryPath: string, content: string) =>
    createMemory(db, { storeId, path: memoryPath, content, cause: PERSON })
  return { connectionId, storeId, hands, told, create }
}

const NOTHING_LEFT = { failures: [], waiting: 0, conflicts: [] }

onBothDatabases((db) => {
  describe('a change that could not be carried out', () => {
    test('is tried again after growing pauses, told while it lasts, and carried out at last', async () => {
      const root = folder({ '/a.md': 'a\n' })
      const { hands, told, create } = await watched(db(), root)
      symlinkSync(folder({}), path.join(root, 'sub'))
      await create('/sub/b.md', 'b\n')
      const start = Date.now()
      await carryOut(hands, start)
      const failed = { failures: [{ path: '/sub/b.md', problem: 'link_in_path' }], waiting: 0 }
      expect(await told()).toMatchObject(failed)
      await carryOut(hands, start + 6 * SECOND)
      expect(hands.retries.nextAt()).toBe(start + 16 * SECOND)
      rmSync(path.join(root, 'sub'))
      await carryOut(hands, start + 15 * SECOND)
      expect(await told()).toMatchObject(failed)
      await carryOut(hands, start + 16 * SECOND)
      expect(readFileSync(path.join(root, 'sub/b.md'), 'utf8')).toBe('b\n')
      expect(await told()).toEqual(NOTHING_LEFT)
      expect(hands.retries.nextAt()).toBe(Infinity)
    })

    test('is tried at once by a process that takes the folder over', async () => {
      const root = folder({ '/a.md': 'a\n' })
      const { connectionId, hands, told, create } = await watched(db(), root)
      symlinkSync(folder({}), path.join(root, 'sub'))
      await create('/sub/b.md', 'b\n')
      await workOnce(hands)
      rmSync(path.join(root, 'sub'))
      await workOnce(await inHands(db(), connectionId))
      expect(readdirSync(root).toSorted()).toEqual(['a.md', 'sub'])
      expect(await told()).toEqual(NOTHING_LEFT)
    })

    test('is a conflict once the folder overtook it', async () => {
      const root = folder({ '/a.md': 'a\n' })
      const { hands, told, create } = await watched(db(), root)
      const link = path.join(root, 'b.md')
      symlinkSync('a.md', link)
      const { versionId } = await create('/b.md', 'of the store\n')
      await workOnce(hands)
      expect(await told()).toMatchObject({ failures: [{ path: '/b.md' }] })
      rmSync(link)
      putFile(root, '/b.md', 'of the folder\n')
      await workOnce(hands)
      expect(await told()).toMatchObject({ failures: [], conflicts: [{ versionId }] })
    })

    test('is forgotten when the folder is only read', async () => {
      const root = folder({ '/a.md': 'a\n' })
      const { connectionId, hands, told, create } = await watched(db(), root)
      symlinkSync(folder({}), path.join(root, 'sub'))
      await create('/sub/b.md', 'b\n')
      await workOnce(hands)
      await setDirection(db(), { connectionId, direction: 'read' })
      expect(await told()).toEqual(NOTHING_LEFT)
    })
  })
})

onSqlite((db) => {
  describe('a two-way folder whose disk is full', () => {
    test.skipIf(!canMount())(
      'is written once there is room again, to the last change',
      async () => {
        const root = smallDisk()
        putFile(root, '/a.md', 'a\n')
        putFile(root, '/gone.md', 'gone\n')
        const { storeId, hands, told, create } = await watched(db(), root)
        putFile(root, '/.filling', Buffer.alloc(1024 * 1024 - 3 * 4096))
        const a = await getMemory(db(), { storeId, path: '/a.md' })
        const large = 'x'.repeat(9000)
        await updateMemory(db(), { storeId, memoryId: a.id, content: large, cause: PERSON })
        for (let index = 0; index < 9; index++) await create(`/new-${index}.md`, large)
        await removePath(db(), { storeId, path: '/gone.md', cause: PERSON })
        const start = Date.now()
        await carryOut(hands, start)
        // Three were tried; the deletion was not refused.
        expect(await told()).toMatchObject({
          failures: ['/a.md', '/new-0.md', '/new-1.md'].map((at) => ({
            path: at,
            problem: 'disk_full',
          })),
          waiting: 7,
        })
        expect(readdirSync(root).filter((name) => name.endsWith('.md'))).toEqual(['a.md'])
        expect(readdirSync(root).filter((name) => name.endsWith('.new'))).toEqual([])
        rmSync(path.join(root, '.filling'))
        await carryOut(hands, start + 6 * SECOND)
        expect(await told()).toEqual(NOTHING_LEFT)
        expect(readFileSync(path.join(root, 'a.md'), 'utf8')).toBe(large)
        expect(readdirSync(root).filter((name) => /^new-\d\.md$/.test(name))).toHaveLength(9)
      },
    )
  })
})
