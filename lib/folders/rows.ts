import { db, padded, type Tx } from '@/lib/db'
import { pagesOf, rowsOf } from '@/lib/db/many'
import { chunked } from '@/lib/text/lists'
import type { BaseRow, Head } from './reconcile'
import type { DiskFile } from './scan'

/** What a connection keeps of a folder: one row a path. */

const ROWS_A_STATEMENT = 1_000
/** What is written in one statement is compiled in one go, while everybody waits. */
const ROWS_AN_INSERT = 50

type Row = Omit<BaseRow, 'memoryId'>

/** The row of a file that holds what a version says. */
export function rowOfFile(
  { path, name, sha256, stamp }: Pick<DiskFile, 'path' | 'name' | 'sha256' | 'stamp'>,
  versionId: string,
  problem: string | null = null,
): Row {
  const spelling = name === path ? null : name
  return { path, name: spelling, sha256, versionId, stamp, goneAt: null, problem }
}

/** The rows of a connection; one whose version is gone says nothing any more, and is left out. */
export async function rowsOfFolder(connectionId: string): Promise<Row[]> {
  const rows: Row[] = []
  const read = (last: { path: string } | undefined, take: number) =>
    db.connectionEntry.findMany({
      where: { connectionId, path: { gt: last?.path ?? '' } },
      orderBy: { path: 'asc' },
      take,
    })
  for await (const page of pagesOf(ROWS_A_STATEMENT, read)) {
    for (const { versionId, ...row } of page) if (versionId) rows.push({ ...row, versionId })
  }
  return rows
}

/** The rows with the memories that they are about. */
export async function baseOf(rows: readonly Row[]): Promise<BaseRow[]> {
  const versions = await rowsOf(
    rows.map(({ versionId }) => versionId),
    (some) =>
      db.version.findMany({ where: { id: { in: some } }, select: { id: true, memoryId: true } }),
  )
  const memoryOf = new Map(versions.map(({ id, memoryId }) => [id, memoryId]))
  return rows.flatMap((row) => {
    const memoryId = memoryOf.get(row.versionId)
    return memoryId === undefined ? [] : [{ ...row, memoryId }]
  })
}

/** The live memories of a store. */
export async function headsOf(storeId: string): Promise<Head[]> {
  const heads: Head[] = []
  const read = (last: { path: string | null } | undefined, take: number) =>
    db.memory.findMany({
      where: { storeId, path: { gt: last?.path ?? '' } },
      select: { id: true, path: true, sha256: true, versionId: true },
      orderBy: { path: 'asc' },
      take,
    })
  for await (const page of pagesOf(ROWS_A_STATEMENT, read)) {
    for (const { id: memoryId, path, sha256, versionId } of page) {
      heads.push({ memoryId, path: path ?? '', sha256: sha256 ?? '', versionId })
    }
  }
  return heads
}

/**
 * Problems of a row whose head is the disk's text, of lines that the store changed too; ahead: until that text
 * is written. Behind the word stands the version that both texts come from, if it is known.
 */
export const CONFLICT = 'conflict '
export const CONFLICT_AHEAD = 'ahead '

/** A row as it becomes; `was`: the path of the one that it takes the place of. */
export interface RowChange {
  row: Row | null
  was: string | null
}

/** Writes rows down, each in the place of what was at its path. */
export async function noteRows(
  tx: Tx,
  connectionId: string,
  changes: readonly RowChange[],
): Promise<void> {
  const rows = changes.flatMap(({ row }) => row ?? [])
  const leaving = [...changes.flatMap(({ was }) => was ?? []), ...rows.map(({ path }) => path)]
  if (leaving.length === 0) return
  for (const some of chunked([...new Set(leaving)], ROWS_A_STATEMENT)) {
    const path = { in: padded(some) }
    await tx.connectionEntry.deleteMany({ where: { connectionId, path } })
  }
  // Of two that come to a path the later one counts.
  const byPath = new Map(rows.map((row) => [row.path, row]))
  for (const some of chunked([...byPath.values()], ROWS_AN_INSERT)) {
    await tx.connectionEntry.createMany({ data: some.map((row) => ({ ...row, connectionId })) })
  }
}
