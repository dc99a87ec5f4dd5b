import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { onSqlite } from '@/tests/support/databases'
import { connect, folderWith } from '@/tests/support/watched-folder'
import { lookForConnections, startConnections } from './background/work-connections'
import { listConnections } from './list-connections'

/** In large 50,000: some five minutes. */
const FILES = Number(process.env.FOLDER_FILES ?? 300)
const PATIENCE = { timeout: 60_000 + FILES * 10, interval: 200 }

const roots: string[] = []
let stop = async () => {}
afterEach(async () => {
  await stop()
  stop = async () => {}
  for (const root of roots.splice(0)) rmSync(root, { recursive: true, force: true })
})

/** Writes all files, in a hundred subfolders, each with so many bytes. */
function writeAll(folder: string, bytes: number): void {
  for (let index = 0; index < FILES; index++) {
    const sub = path.join(folder, String(index % 100))
    if (index < 100) mkdirSync(sub, { recursive: true })
    writeFileSync(path.join(sub, `${index}.md`), String(index).padEnd(bytes))
  }
}

onSqlite((db) => {
  describe('a watched folder', () => {
    test(
      'takes in very many files that appear at once, that change at once, and that move at once',
      async () => {
        const [root, aside] = [folderWith({ '/a.md': 'one\n' }), folderWith({})]
        roots.push(root, aside)
        writeAll(path.join(aside, 'many'), 10)
        stop = startConnections(db())
        await connect(db(), root)
        lookForConnections()
        const connection = async () => (await listConnections(db()))[0]
        await expect.poll(async () => (await connection())?.sweptAt).not.toBeNull()
        renameSync(path.join(aside, 'many'), path.join(root, 'many'))
        const all = { state: 'ok', fileCount: FILES + 1, unwatched: { count: 0 } }
        await expect.poll(connection, PATIENCE).toMatchObject({ ...all, byteSize: FILES * 10 + 4 })
        writeAll(path.join(root, 'many'), 20)
        await expect.poll(connection, PATIENCE).toMatchObject({ ...all, byteSize: FILES * 20 + 4 })
        renameSync(path.join(root, 'many'), path.join(root, 'moved'))
        const count = async () =>
          (
            await db().read.get<{ count: number }>(
              `SELECT count(*) AS count FROM memories WHERE path LIKE '/moved/%'`,
            )
          )?.count
        await expect.poll(count, PATIENCE).toBe(FILES)
        // A folder that outgrew being watched is no longer: each of its files costs memory.
        const isWatched = () => process.getActiveResourcesInfo().includes('FSEventWrap')
        if (FILES > 20_000) await expect.poll(isWatched, PATIENCE).toBe(false)
        // Each is the memory that it was.
        const ever = await db().read.get<{ count: number }>(
          'SELECT count(*) AS count FROM memories',
        )
        expect(ever?.count).toBe(FILES + 1)
      },
      3 * PATIENCE.timeout,
    )
  })
})
