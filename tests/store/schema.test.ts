import { database } from '@/lib/db'
import { pendingNow } from '@/lib/db/migrate'
import { expect, test } from '@/tests/support/fixtures'

test('every migration is applied, and nothing is left to do', async ({ db: _ }) => {
  expect(await pendingNow(database())).toEqual([])
})

test('paths and folders are compared by their bytes in every table', async ({ db: { kind } }) => {
  const { reader } = database()
  // SQLite compares by bytes unless it is told otherwise.
  const other =
    kind === 'sqlite'
      ? await reader.$queryRaw`SELECT name FROM sqlite_master WHERE sql LIKE '%COLLATE%'`
      : await reader.$queryRaw`SELECT table_name, column_name FROM information_schema.columns
          WHERE table_schema = 'public' AND column_name IN ('path', 'folder')
            AND collation_name IS DISTINCT FROM 'C'`
  expect(other).toEqual([])
})
