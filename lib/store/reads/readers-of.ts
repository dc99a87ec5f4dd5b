import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import type { Actor } from '../model/actor'
import type { StoreTransaction } from '../write/store-transaction'
import {
  examineChangesetsOfReaders,
  exactReaders,
  possibleReaders,
  type ReaderRow,
} from './sql/readers'

/** A version whose readers are wanted. */
export interface ReadVersion {
  storeKey: number
  memoryKey: number
  sequence: number
}

/** One reader's reads of one version. */
export interface VersionReader {
  version: ReadVersion
  actor: Actor
  /** null outside a session */
  sessionId: string | null
  /** when it read it first, milliseconds since 1970; at the earliest when it was written */
  readAt: number
  /** whether it is known that this version was read, or only that it stood meanwhile */
  isOfVersion: boolean
}

const VERSIONS_PER_QUERY = 200

/** Rows a query; who reads a version in more hours than that is found by the earliest. */
const MAX_ROWS = 5_000

/**
 * Lists the readers of these versions of one store. A row of reads is of one version; rows from
 * before they were told apart count as reads of every version that stood between the first and the
 * last of them.
 */
export async function readersOf(
  sql: Sql,
  storeKey: number,
  versions: readonly ReadVersion[],
): Promise<VersionReader[]> {
  const readers: VersionReader[] = []
  for (const part of chunked(versions, VERSIONS_PER_QUERY)) {
    const bySequence = new Map(part.map((version) => [version.sequence, version]))
    const sequences = part.map(({ sequence }) => sequence)
    const asked = { storeKey, sequences, limit: MAX_ROWS }
    const rows = [...(await exactReaders(sql, asked)), ...(await possibleReaders(sql, asked))]
    for (const row of rows) {
      const version = bySequence.get(row.sequence)
      if (version) readers.push(readerOf(version, row))
    }
  }
  return readers
}

function readerOf(version: ReadVersion, row: ReaderRow): VersionReader {
  return {
    version,
    actor: { type: row.actorType, id: row.actorId },
    sessionId: row.sessionId === '' ? null : row.sessionId,
    readAt: row.readAt,
    isOfVersion: row.isOfVersion === 1,
  }
}

/**
 * Has the changesets of sessions that read a memory from a sequence on examined again: that they
 * read what is in quarantine is a reason to look at what they wrote.
 */
export async function examineReaders(
  { sql }: StoreTransaction,
  read: { memoryKey: number; from: number },
): Promise<void> {
  await examineChangesetsOfReaders(sql, read)
}
