import type { Sql } from '@/lib/db/sql'
import { chunked } from '@/lib/text/chunked'
import { refuse } from '../model/problems'
import { inSession } from './in-session'

/**
 * A selection of a store's changes: all of a session, of a batch, of a changeset or of some of its
 * memories, these versions, or all in a range of sequences.
 */
export type ChosenChanges =
  | { sessionId: string }
  | { batchId: string }
  | { changesetId: string; memoryKeys?: readonly number[] | undefined }
  | { versionIds: readonly string[] }
  | { from: number; to: number }

/** A change to be undone. */
export interface ChosenVersion {
  sequence: number
  memory_key: number
}

const IDS_PER_QUERY = 500

/** The selected versions, in order of sequence. Refuses `version_not_found`. */
export async function chosenVersions(
  sql: Sql,
  wanted: { storeKey: number; storeId: string; changes: ChosenChanges },
): Promise<ChosenVersion[]> {
  const { storeKey, storeId, changes } = wanted
  if ('sessionId' in changes) {
    const { condition, params } = await inSession(sql, changes.sessionId)
    return sql.all<ChosenVersion>(
      `SELECT v.sequence, v.memory_key FROM memory_versions v
       WHERE v.store_key = ? AND ${condition} ORDER BY v.sequence`,
      [storeKey, ...params],
    )
  }
  if ('batchId' in changes) {
    return sql.all<ChosenVersion>(
      `SELECT v.sequence, v.memory_key FROM batches b JOIN memory_versions v ON v.batch_key = b.key
       WHERE b.id = ? AND v.store_key = ? ORDER BY v.sequence`,
      [changes.batchId, storeKey],
    )
  }
  if ('changesetId' in changes) {
    const { changesetId, memoryKeys } = changes
    if (memoryKeys) return ofMemories(sql, storeKey, { changesetId, memoryKeys })
    return sql.all<ChosenVersion>(
      `SELECT v.sequence, v.memory_key FROM changesets c
       CROSS JOIN memory_versions v
       WHERE c.id = ? AND v.changeset_key = c.key AND v.store_key = ? ORDER BY v.sequence`,
      [changes.changesetId, storeKey],
    )
  }
  if ('from' in changes) {
    return sql.all<ChosenVersion>(
      `SELECT sequence, memory_key FROM memory_versions
       WHERE store_key = ? AND sequence > ? AND sequence <= ? ORDER BY sequence`,
      [storeKey, changes.from, changes.to],
    )
  }
  const chosen: ChosenVersion[] = []
  for (const part of chunked([...new Set(changes.versionIds)], IDS_PER_QUERY)) {
    const rows = await sql.all<ChosenVersion & { id: string }>(
      `SELECT id, sequence, memory_key FROM memory_versions
       WHERE store_key = ? AND id IN (${part.map(() => '?').join(', ')})`,
      [storeKey, ...part],
    )
    const found = new Set(rows.map(({ id }) => id))
    const missing = part.find((id) => !found.has(id))
    if (missing !== undefined) refuse({ kind: 'version_not_found', storeId, versionId: missing })
    for (const row of rows) chosen.push(row)
  }
  return chosen.sort((one, other) => one.sequence - other.sequence)
}

/** Costs what the memories' versions are, however many the changeset has. */
async function ofMemories(
  sql: Sql,
  storeKey: number,
  { changesetId, memoryKeys }: { changesetId: string; memoryKeys: readonly number[] },
): Promise<ChosenVersion[]> {
  const chosen: ChosenVersion[] = []
  for (const keys of chunked(memoryKeys, IDS_PER_QUERY)) {
    const rows = await sql.all<ChosenVersion>(
      `SELECT v.sequence, v.memory_key FROM changesets c CROSS JOIN memory_versions v
       WHERE c.id = ? AND v.memory_key IN (${keys.map(() => '?').join(', ')})
         AND v.changeset_key = c.key AND v.store_key = ?`,
      [changesetId, ...keys, storeKey],
    )
    for (const row of rows) chosen.push(row)
  }
  return chosen.sort((one, other) => one.sequence - other.sequence)
}
