import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { listChangesets } from '@/lib/review/changesets/list-changesets'
import { onSqlite } from '@/tests/support/databases'
import { connect, folderWith } from '@/tests/support/watched-folder'
import { lookForConnections, startConnections } from './background/work-connections'
import { listConnections } from './list-connections'

/** In large 50,000, which are swept at least every five minutes: some ten minutes. */
const FILES = Number(process.env.FOLDER_FILES ?? 300)
const TIMEOUT = { timeout: FILES > 20_000 ? 600_000 : 60_000, interval: 200 }

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
      'takes in very many files that appear at once, and that change at once',
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
        await expect.poll(connection, TIMEOUT).toMatchObject({ ...all, byteSize: FILES * 10 + 4 })
        writeAll(path.join(root, 'many'), 20)
        await expect.poll(connection, TIMEOUT).toMatchObject({ ...all, byteSize: FILES * 20 + 4 })
        // Files that change without a pause are one act, however often they are looked at meanwhile.
        const { changesets } = await listChangesets(db(), { limit: 9 })
        expect(changesets.length).toBeLessThanOrEqual(2)
        // Each watch costs memory, and time in which nothing else is answered.
        const watches = process.getActiveResourcesInfo().filter((each) => each === 'FSEventWrap')
        expect(watches.length).toBeLessThan(FILES / 2)
        // A folder that outgrew being watched is no longer: each of its files costs memory.
        const isWatched = () => process.getActiveResourcesInfo().includes('FSEventWrap')
        if (FILES > 20_000) await expect.poll(isWatched, TIMEOUT).toBe(false)
      },
      3 * TIMEOUT.timeout,
    )
  })
})
