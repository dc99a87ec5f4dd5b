import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import type { Actor } from '../model/actor'
import type { StoreTransaction } from '../write/store-transaction'

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

interface Row {
  memory_key: number
  sequence: number
  actor_type: Actor['type']
  actor_id: string
  session_id: string
  read_at: number
  is_of_version: number
}

const VERSIONS_PER_QUERY = 200

/** Rows a query; who reads a version in more hours than that is found by the earliest. */
const MAX_ROWS = 5_000

/**
 * Who read these versions of one store. A row of reads is of one version; rows from before they were
 * told apart count as reads of every version that stood between the first and the last of them.
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
    for (const row of await rowsOf(sql, storeKey, sequences)) {
      const version = bySequence.get(row.sequence)
      if (version) readers.push(readerOf(version, row))
    }
  }
  return readers
}

async function rowsOf(sql: Sql, storeKey: number, sequences: readonly number[]): Promise<Row[]> {
  const these = `v.store_key = ? AND v.sequence IN (?${', ?'.repeat(sequences.length - 1)})`
  const exact = await sql.all<Row>(
    `SELECT r.memory_key, v.sequence, r.actor_type, r.actor_id, r.session_id,
       CASE WHEN r.first_read_at < v.created_at THEN v.created_at ELSE r.first_read_at END AS read_at,
       1 AS is_of_version
     FROM memory_versions v CROSS JOIN memory_reads r
     WHERE ${these} AND r.memory_key = v.memory_key AND r.last_sequence = v.sequence
     ORDER BY read_at, r.actor_id, r.session_id LIMIT ?`,
    [storeKey, ...sequences, MAX_ROWS],
  )
  const possible = await sql.all<Row>(
    `SELECT r.memory_key, v.sequence, r.actor_type, r.actor_id, r.session_id,
       CASE WHEN r.first_read_at < v.created_at THEN v.created_at ELSE r.first_read_at END AS read_at,
       0 AS is_of_version
     FROM memory_versions v CROSS JOIN memory_reads r
     LEFT JOIN memory_versions u ON u.store_key = v.store_key AND u.sequence = v.until_sequence
     WHERE ${these} AND r.memory_key = v.memory_key AND r.of_one_version = 0
       AND r.last_sequence > v.sequence AND r.last_read_at >= v.created_at
       AND (u.created_at IS NULL OR r.first_read_at <= u.created_at)
     ORDER BY read_at, r.actor_id, r.session_id LIMIT ?`,
    [storeKey, ...sequences, MAX_ROWS],
  )
  return [...exact, ...possible]
}

function readerOf(version: ReadVersion, row: Row): VersionReader {
  return {
    version,
    actor: { type: row.actor_type, id: row.actor_id },
    sessionId: row.session_id === '' ? null : row.session_id,
    readAt: row.read_at,
    isOfVersion: row.is_of_version === 1,
  }
}

/**
 * Has the changesets of sessions that read a memory from a sequence on examined again: that they
 * read what is in quarantine is a reason to look at what they wrote.
 */
export async function examineReaders(
  { sql }: StoreTransaction,
  { memoryKey, from }: { memoryKey: number; from: number },
): Promise<void> {
  await sql.run(
    `UPDATE changesets SET pending = 1, examined_sequence = 0, revision = revision + 1
     WHERE session_id IN (SELECT r.session_id FROM memory_reads r
       WHERE r.memory_key = ? AND r.session_id <> '' AND r.last_sequence >= ?)`,
    [memoryKey, from],
  )
}
