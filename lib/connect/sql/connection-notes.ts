import { columns, type RowOf } from '@/lib/db/columns'
import type { WriteSql } from '@/lib/db/sql'
import type { ConnectionProblem } from '../model/connection'

/** Notes about a folder by the process at work on it, and by the timer that looks for such work. */

export async function noteSeeded(tx: WriteSql, key: number, at: number): Promise<void> {
  await tx.run('UPDATE connections SET seeded_at = ? WHERE key = ?', [at, key])
}

const SWEPT = columns('c', 'connection', [
  'key',
  'sweptAt',
  'fileCount',
  'byteSize',
  'isSweptOnly',
  'unwatched',
  'rootId',
])

/** All of its files were looked at: what a person accepted of it is done with. */
export async function noteSwept(tx: WriteSql, row: RowOf<typeof SWEPT>): Promise<void> {
  await tx.run(
    `UPDATE connections SET swept_at = ?, file_count = ?, byte_size = ?, is_swept_only = ?,
       unwatched = ?, root_id = ?, accepts_deletions = 0 WHERE key = ?`,
    [row.sweptAt, row.fileCount, row.byteSize, row.isSweptOnly, row.unwatched, row.rootId, row.key],
  )
}

const TOTALS = columns('c', 'connection', ['key', 'fileCount', 'byteSize'])

export async function noteTotals(tx: WriteSql, row: RowOf<typeof TOTALS>): Promise<void> {
  await tx.run('UPDATE connections SET file_count = ?, byte_size = ? WHERE key = ?', [
    row.fileCount,
    row.byteSize,
    row.key,
  ])
}

/** Versions that were taken in, by how sure it is who wrote them: what is added to each count. */
export interface AddedCounts {
  exact?: number
  likely?: number
  unknown?: number
}

export async function addToCounts(
  tx: WriteSql,
  key: number,
  { exact = 0, likely = 0, unknown = 0 }: AddedCounts,
): Promise<void> {
  await tx.run(
    `UPDATE connections SET exact_count = exact_count + ?, likely_count = likely_count + ?,
       unknown_count = unknown_count + ? WHERE key = ?`,
    [exact, likely, unknown, key],
  )
}

/** Has it rest for a reason. */
export async function noteProblem(
  tx: WriteSql,
  key: number,
  problem: ConnectionProblem,
): Promise<void> {
  await tx.run(`UPDATE connections SET state = 'problem', problem = ? WHERE key = ?`, [
    problem,
    key,
  ])
}

/** Has it go on, unless its folder is not what it rests for any more. Returns whether it does. */
export async function noteReadable(tx: WriteSql, key: number): Promise<boolean> {
  const noted = await tx.run(
    `UPDATE connections SET state = 'ok', problem = NULL, accepts_deletions = 0
     WHERE key = ? AND problem = 'folder_not_readable'`,
    [key],
  )
  return noted > 0
}
