import { columns, type RowOf } from '@/lib/db/columns'
import type { Sql, WriteSql } from '@/lib/db/sql'

/** Tests as their runs ask for them, which timers start and go on with. */

const TEST = columns('t', 'memoryTest', [
  ...(['key', 'id', 'storeKey', 'name', 'messages', 'checks', 'model', 'verdict'] as const),
  ...([
    'paths',
    'nightlyMinute',
    'isGate',
    'access',
    'instructions',
    'toolSet',
    'bisectsItself',
    'isRedacted',
    'revision',
    'emptyRevision',
    'passesEmpty',
  ] as const),
  ...(['actorType', 'actorId', 'createdAt', 'updatedAt'] as const),
])

export type TestRow = RowOf<typeof TEST> & { storeId: string }

export const SELECT_TESTS = `SELECT ${TEST.list}, s.id AS "storeId"
  FROM memory_tests t JOIN memory_stores s ON s.key = t.store_key AND s.deleted_at IS NULL`

/** By the primary key; its store is there. */
export function testByKey(sql: Sql, key: number): Promise<TestRow | undefined> {
  return sql.get<TestRow>(`${SELECT_TESTS} WHERE t.key = ?`, [key])
}

/** By the unique id; its store is there. */
export function testById(sql: Sql, id: string): Promise<TestRow | undefined> {
  return sql.get<TestRow>(`${SELECT_TESTS} WHERE t.id = ?`, [id])
}

/** A store's tests, oldest first: as many as it may have. */
export function testsOfStore(sql: Sql, storeId: string): Promise<TestRow[]> {
  return sql.all<TestRow>(`${SELECT_TESTS} WHERE s.id = ? ORDER BY t.key`, [storeId])
}

/** Notes how a revision of a test goes without any memory, unless it is another by now. */
export async function noteEmptyOutcome(
  tx: WriteSql,
  row: Pick<TestRow, 'key' | 'revision'> & { passesEmpty: number },
): Promise<void> {
  await tx.run(
    'UPDATE memory_tests SET empty_revision = ?, passes_empty = ? WHERE key = ? AND revision = ?',
    [row.revision, row.passesEmpty, row.key, row.revision],
  )
}
