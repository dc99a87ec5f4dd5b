import path from 'node:path'
import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { type Lease, renewLease } from '@/lib/lease'
import type { Actor } from '@/lib/store/model/actor'
import type { UnwatchedFile } from '../model/connection'
import type { ConnectionRow } from '../sql/connections'
import type { FileStat } from './file-stat'
import type { KnownFact } from './memory-index'
import type { Retries } from './retries'
import type { WatchedPaths } from './watched-paths'
import type { Transcripts, Unattributed } from './transcripts'

/** What stood at a path when the folder and its store last agreed about it. */
export interface KnownFile extends FileStat {
  sha256: string
}

/** A file that cannot be a memory, as it was when that was found. */
export interface RefusedFile extends UnwatchedFile {
  stat: FileStat | null
  /** whether it is the store that refuses it, which may change its mind */
  isByStore: boolean
}

/** A watched folder in the hands of the one process that works on it. */
export interface WatchedFolder {
  readonly db: Database
  readonly row: ConnectionRow
  readonly lease: Lease
  /** which of its files are */
  readonly isWatched: WatchedPaths
  /** by the memory's path */
  readonly known: Map<string, KnownFile>
  readonly refused: Map<string, RefusedFile>
  /** of Claude Code's memory: what its facts say of themselves */
  readonly facts: Map<string, KnownFact>
  /** what git says of it, and when it was asked */
  git: { uncommitted: number | null; askedAt: number; sequence: number }
  /** what was found half written, to be looked at again */
  readonly again: Set<string>
  /** of changes of the store that could not be carried out */
  readonly retries: Retries
  /** of the agent whose memory it is; null: none is known */
  readonly transcripts: Transcripts | null
  /** versions that came without the call that wrote them, by their change */
  readonly unattributed: Map<number, Unattributed>
  /** the batches of what is being taken in together, by who wrote it; emptied when no more comes */
  readonly batches: Map<string, number>
  /** of a memory in its store, bytes */
  mostBytes: number
  readonly maybeYield: () => Promise<void>
  /** called between the steps of carrying out; tests end the process there */
  readonly atStep: (step: string) => Promise<void>
}

/** The process lost its lease: another one works on the folder, and nothing may be written. */
class LeaseLostError extends Error {
  override readonly name = 'LeaseLostError'

  constructor() {
    super('another process works on this folder')
  }
}

/** Writes only while the lease is held. */
export async function requireLease(tx: WriteSql, lease: Lease): Promise<void> {
  if (!(await renewLease(tx, lease))) throw new LeaseLostError()
}

/** Writes in a transaction of its own, while the lease is held. */
export async function writeHeld<T>(
  { db, lease }: WatchedFolder,
  job: (tx: WriteSql) => Promise<T>,
): Promise<T> {
  return db.write(async (tx) => {
    await requireLease(tx, lease)
    return job(tx)
  })
}

/** Where a memory lies on the disk. */
export const fileOf = ({ row }: WatchedFolder, memoryPath: string) =>
  path.join(row.location, memoryPath)

/** Who writes in a folder, so far as nobody says more: something on this computer. */
export const ON_THIS_COMPUTER: Actor = {
  type: 'service_account',
  id: 'svac_1111111111111Computer',
}

/** The files that stood in the folder when both sides last agreed, by path. */
export async function knownFiles(
  db: Database,
  { key }: Pick<ConnectionRow, 'key'>,
): Promise<Map<string, KnownFile>> {
  const known = new Map<string, KnownFile>()
  for (let after = -1; ;) {
    const rows = await db.bulk.all<KnownRow>(
      `SELECT e.node_key, n.path, e.sha256, e.size, e.modified_at, e.changed_at, e.file_id
       FROM connection_entries e JOIN path_nodes n ON n.key = e.node_key
       WHERE e.connection_key = ? AND e.node_key > ? ORDER BY e.node_key LIMIT ${ENTRIES_PER_PAGE}`,
      [key, after],
    )
    for (const row of rows) {
      after = row.node_key
      known.set(row.path, {
        sha256: row.sha256,
        size: row.size,
        modifiedAt: row.modified_at,
        changedAt: row.changed_at,
        fileId: row.file_id,
      })
    }
    if (rows.length < ENTRIES_PER_PAGE) return known
  }
}

const ENTRIES_PER_PAGE = 5000

interface KnownRow {
  node_key: number
  path: string
  sha256: string
  size: number
  modified_at: number
  changed_at: number
  file_id: string
}

/** Notes that both sides agree about a path. */
export async function noteAgreed(
  tx: WriteSql,
  { row }: Pick<WatchedFolder, 'row'>,
  agreed: { path: string; file: KnownFile; sequence: number },
): Promise<void> {
  const { path: memoryPath, file, sequence } = agreed
  await tx.run(
    `INSERT INTO connection_entries (connection_key, node_key, store_key, sha256, size, modified_at,
       changed_at, file_id, sequence)
     SELECT CAST(? AS INTEGER), key, store_key, ?, CAST(? AS BIGINT), CAST(? AS BIGINT),
       CAST(? AS BIGINT), ?, CAST(? AS BIGINT)
     FROM path_nodes WHERE store_key = ? AND path = ?
     ON CONFLICT (connection_key, node_key) DO UPDATE SET sha256 = excluded.sha256,
       size = excluded.size, modified_at = excluded.modified_at, changed_at = excluded.changed_at,
       file_id = excluded.file_id, sequence = excluded.sequence`,
    [
      row.key,
      file.sha256,
      file.size,
      file.modifiedAt,
      file.changedAt,
      file.fileId,
      sequence,
      row.storeKey,
      memoryPath,
    ],
  )
}

/** Notes that nothing stands at a path on either side. */
export async function noteGone(
  tx: WriteSql,
  { row }: Pick<WatchedFolder, 'row'>,
  memoryPath: string,
): Promise<void> {
  await tx.run(
    `DELETE FROM connection_entries WHERE connection_key = ? AND node_key =
       (SELECT key FROM path_nodes WHERE store_key = ? AND path = ?)`,
    [row.key, row.storeKey, memoryPath],
  )
}
