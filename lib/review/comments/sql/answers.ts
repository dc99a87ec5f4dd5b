import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'

/**
 * Queries for whether agents answered comments: the examiner asks after each change, and notes it.
 */

const COMMENT = columns('c', 'comment', [
  'key',
  'memoryKey',
  'changesetKey',
  'storeKey',
  'revision',
  'fromLine',
  'toLine',
])

/** A comment that asks for a fix, and so has a time of that. */
export type AskedRow = RowOf<typeof COMMENT> & { askedSequence: number; versionId: string }

/** The open comments on these memories that ask for a fix and that no agent answered. */
export function askedOnMemories(sql: Sql, memoryKeys: readonly number[]): Promise<AskedRow[]> {
  return sql.all<AskedRow>(
    `SELECT ${COMMENT.list}, c.asked_sequence AS "askedSequence", v.id AS "versionId"
     FROM comments c CROSS JOIN memory_versions v
     WHERE c.memory_key IN ${oneOf(memoryKeys)} AND c.disposition = 'fix'
       AND c.status = 'open' AND c.answered_sequence IS NULL
       AND v.store_key = c.store_key AND v.sequence = c.version_sequence`,
    memoryKeys,
  )
}

const VERSION = columns('v', 'memoryVersion', ['sequence', 'id'])

/** A version, and the one before it; null: it is the first. */
export type WrittenRow = RowOf<typeof VERSION> & { beforeId: string | null }

/** A changeset's versions of a memory after a sequence. */
export function versionsWritten(
  sql: Sql,
  { memoryKey, changesetKey, after }: { memoryKey: number; changesetKey: number; after: number },
): Promise<WrittenRow[]> {
  return sql.all<WrittenRow>(
    `SELECT ${VERSION.list}, (SELECT b.id FROM memory_versions b
       WHERE b.memory_key = v.memory_key AND b.sequence < v.sequence
       ORDER BY b.sequence DESC LIMIT 1) AS "beforeId"
     FROM memory_versions v
     WHERE v.memory_key = ? AND v.changeset_key = ? AND v.sequence > ? ORDER BY v.sequence`,
    [memoryKey, changesetKey, after],
  )
}

/** Unless it was changed, answered or resolved since it was read; returns whether it is noted. */
export async function noteAnswered(
  tx: WriteSql,
  { key, revision }: Pick<AskedRow, 'key' | 'revision'>,
  sequence: number,
): Promise<boolean> {
  const answered = await tx.run(
    `UPDATE comments SET answered_sequence = ? WHERE key = ? AND revision = ?
       AND answered_sequence IS NULL AND status = 'open'`,
    [sequence, key, revision],
  )
  return answered > 0
}

/** Returns a changeset to the inbox. */
export async function reopenChangeset(tx: WriteSql, changesetKey: number): Promise<void> {
  await tx.run(
    `UPDATE changesets SET state = 'open', snoozed_until = NULL, revision = revision + 1
     WHERE key = ?`,
    [changesetKey],
  )
}

const MEMORY = columns('m', 'memory', ['headVersionId', 'path'])

/** A memory's newest version; the path is null if it is deleted. */
export function headOfMemory(
  sql: Sql,
  memoryId: string,
): Promise<RowOf<typeof MEMORY> | undefined> {
  return sql.get<RowOf<typeof MEMORY>>(`SELECT ${MEMORY.list} FROM memories m WHERE m.id = ?`, [
    memoryId,
  ])
}
