import path from 'node:path'
import type { Database } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { type Lease, renewLease } from '@/lib/lease'
import type { Actor } from '@/lib/store/model/actor'
import type { UnwatchedFile } from '../model/connection'
import { type AgreedFile, agreedFiles } from '../sql/agreed-files'
import type { ConnectionRow } from '../sql/connections'
import type { FileStat } from './file-stat'
import type { KnownFact } from './memory-index'
import type { Retries } from './retries'
import type { WatchedPaths } from './watched-paths'
import type { Transcripts, Unattributed } from './transcripts'

/** What stood at a path when the folder and its store last agreed about it. */
export type KnownFile = AgreedFile

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
  { key: connectionKey }: Pick<ConnectionRow, 'key'>,
): Promise<Map<string, KnownFile>> {
  const known = new Map<string, KnownFile>()
  for (let after = -1; ;) {
    const rows = await agreedFiles(db.bulk, { connectionKey, after, limit: FILES_PER_PAGE })
    for (const { nodeKey, path: memoryPath, ...file } of rows) {
      after = nodeKey
      known.set(memoryPath, file)
    }
    if (rows.length < FILES_PER_PAGE) return known
  }
}

const FILES_PER_PAGE = 5000
