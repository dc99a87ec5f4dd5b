import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { closeDatabase, database, db, openDatabase, useDatabase } from '@/lib/db'
import { pendingNow } from '@/lib/db/migrate'
import { createMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { expect, test } from '@/tests/support/fixtures'
import { freshDatabase } from '@/tests/support/fresh-database'
import { killedInEveryStep, runUntil } from '@/tests/support/killed'
import { contradictionsIn } from '@/tests/support/sound'

const ENTRY = 'tests/durability/migrating-process.ts'

/** A program with two migrations more than this one: one of them rebuilds a table with rows below it. */
function laterProgram(kind: 'sqlite' | 'postgresql'): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-later-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const migrations = path.join(folder, 'prisma', kind, 'migrations')
  cpSync(path.join('prisma', kind, 'migrations'), migrations, { recursive: true })
  const rebuilt = `CREATE TABLE "new" AS SELECT * FROM "Lease"; DROP TABLE "Lease"; ALTER TABLE "new" RENAME TO "Lease";`
  const later = {
    '20990101000000_one': 'CREATE TABLE "Later" (id TEXT);',
    '20990102000000_two': rebuilt,
  }
  for (const [name, sql] of Object.entries(later)) {
    mkdirSync(path.join(migrations, name))
    writeFileSync(path.join(migrations, name, 'migration.sql'), sql)
  }
  return folder
}

/** Works on another database than the file's. */
async function on<T>(url: string, work: () => Promise<T>): Promise<T> {
  const ofFile = database()
  useDatabase(await openDatabase(url))
  try {
    return await work()
  } finally {
    await closeDatabase()
    useDatabase(ofFile)
  }
}

test('a start that is killed before any step of an upgrade loses nothing, and the next one completes it', async ({
  db: { kind },
}) => {
  const program = laterProgram(kind)
  const kills = await killedInEveryStep({
    prepare: async () => {
      const fresh = await freshDatabase()
      const storeId = await on(fresh.url, async () => {
        const { id } = await createStore({ name: 'upgraded' }, BY_PERSON)
        await createMemory({ storeId: id, path: '/a.md', content: 'a' }, BY_PERSON)
        return id
      })
      // Backups lie beside the file.
      const env = { DATABASE_URL: fresh.url, DATA_DIR: path.dirname(fresh.file || tmpdir()) }
      return { fresh, storeId, program: { entry: ENTRY, args: [program, fresh.url], env } }
    },
    check: async ({ fresh, storeId, program: again }) => {
      expect(await on(fresh.url, () => contradictionsIn(storeId))).toEqual([])
      const { isKilled } = await runUntil(again, Infinity)
      expect(isKilled).toBe(false)
      await on(fresh.url, async () => {
        expect(await db.memory.count()).toBe(1)
        // Both are there, which this program takes for a newer version's.
        await expect(pendingNow(database())).rejects.toThrow(/newer than this version/)
      })
      if (kind === 'sqlite') expect(backupsOf(fresh.file)).not.toEqual([])
      await fresh.remove()
    },
  })
  expect(kills).toBeGreaterThanOrEqual(4)
}, 120_000)

/** Whole ones: what an interrupted one left does not count. */
const backupsOf = (file: string) =>
  readdirSync(path.join(path.dirname(file), 'backups')).filter((name) => name.endsWith('.db.gz'))
