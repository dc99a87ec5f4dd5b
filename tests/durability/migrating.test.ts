import { cpSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { database, db } from '@/lib/db'
import { pendingNow } from '@/lib/db/migrate'
import { createMemory } from '@/lib/store/change-memories'
import { createStore } from '@/lib/store/change-stores'
import { BY_PERSON } from '@/lib/store/model/actor'
import { expect, test } from '@/tests/support/fixtures'
import { killedInEveryStep, runUntil } from '@/tests/support/killed'
import { ownDatabase } from '@/tests/support/own-database'
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

test('a start that is killed before any step of an upgrade loses nothing, and the next one completes it', async ({
  db: { kind },
}) => {
  const program = laterProgram(kind)
  const prepare = async () => {
    const { url, file } = await ownDatabase()
    const { id: storeId } = await createStore({ name: 'upgraded' })
    await createMemory({ storeId, path: '/a.md', content: 'a' }, BY_PERSON)
    return { storeId, program: upgrading(program, url, file) }
  }
  const kills = await killedInEveryStep({
    prepare,
    check: async ({ storeId }) => {
      expect(await contradictionsIn(storeId)).toEqual([])
      const file = database().file ?? ''
      await runUntil(upgrading(program, database().url, file), Infinity)
      expect(await db.memory.count()).toBe(1)
      // Both are there, which this program takes for a newer version's.
      await expect(pendingNow(database())).rejects.toThrow(/newer than this version/)
      if (kind === 'sqlite') expect(backupsOf(file)).not.toEqual([])
    },
  })
  expect(kills).toBeGreaterThanOrEqual(4)
}, 120_000)

/** Backups lie beside the file. */
const upgrading = (program: string, url: string, file: string) => ({
  entry: ENTRY,
  args: [program, url],
  env: { DATABASE_URL: url, DATA_DIR: path.dirname(file || tmpdir()) },
})

/** Whole ones: what an interrupted one left does not count. */
const backupsOf = (file: string) =>
  readdirSync(path.join(path.dirname(file), 'backups')).filter((name) => name.endsWith('.db.gz'))
