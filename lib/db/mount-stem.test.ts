import { expect, test } from 'vitest'
import { createStore } from '@/lib/store/stores/change-stores'
import { mountedStores } from '@/lib/store/stores/mounted-stores'
import { mountNames } from '@/lib/text/mount-name'
import { type TestDatabase, freshPostgresql, freshSqlite } from '@/tests/support/databases'
import { migrate } from './migrate'

const NAMES = [
  'Notes',
  'My  great -- Notes',
  '(draft)',
  'Änderungen 2',
  'a/b\\c..d',
  'ＦＵＬＬ width 9',
  '300 \u212A and \u0130stanbul',
  'メモ',
  '!!!',
  '-',
  'ends with a blank?',
  'ZEBRA azAZ09',
  '😀 x',
]

/** As a database was before the migration that made the column. */
const BEFORE = [
  'DROP INDEX memory_stores_mount_stem_id_idx',
  'ALTER TABLE memory_stores DROP COLUMN mount_stem',
  `DELETE FROM _prisma_migrations WHERE migration_name LIKE '%_mount_stem'`,
]

async function migratedAgain({ db, url }: TestDatabase): Promise<void> {
  for (const name of NAMES) await createStore(db, { name })
  await db.write(async (tx) => {
    for (const statement of BEFORE) await tx.run(statement)
  })
  expect(await migrate(url)).toEqual([expect.stringMatching(/_mount_stem$/)])
}

test.each([
  ['sqlite', freshSqlite],
  ['postgresql', freshPostgresql],
])('the migration on %s derives the stems of names as the application does', async (_, fresh) => {
  const database = await fresh()
  await migratedAgain(database)
  const stored = await database.db.prisma.memoryStore.findMany({ orderBy: { id: 'asc' } })
  const mounts = await mountedStores(database.db, null)
  expect(stored.map(({ name }) => name)).toEqual(NAMES)
  const first = await Promise.all(
    NAMES.map((_name, at) => mountedStores(database.db, [stored[at]?.id ?? ''])),
  )
  expect(first.map(([store]) => store?.mount)).toEqual(NAMES.map((name) => mountNames([name])[0]))
  expect(mounts.map(({ mount }) => mount)).toEqual(mountNames(NAMES))
  await database.discard()
})
