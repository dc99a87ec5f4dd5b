import type { Sql } from '@/lib/db/sql'
import type { Actor } from '../model/actor'
import { belongsTo, type GroupedChange } from '../model/change-group'
import type { VersionBatch } from '../model/memory-version'
import { SELECT_VERSIONS, type VersionRow, versionOf } from './rows'

/** A group of changes while versions are added to it, the newest first. */
export interface OpenGroup {
  firstSequence: number
  lastSequence: number
  at: number
  actor: Actor
  sessionId: string | null
  batch: VersionBatch | null
  changeCount: number
  memoryCount: number
  path: string | null
  /** the last version of each memory, by memory key */
  memories: Map<number, VersionRow>
  /** the oldest change so far */
  oldest: GroupedChange
  isCut: boolean
}

const VERSIONS_PER_PAGE = 200

const MAX_VERSIONS = 1000

/** The newest groups of a store's changes. The last one `isCut` if its end was not reached. */
export async function openGroups(
  sql: Sql,
  storeKey: number,
  { limit, before }: { limit: number; before?: number | undefined },
): Promise<OpenGroup[]> {
  const groups: OpenGroup[] = []
  let next = before ?? Number.MAX_SAFE_INTEGER
  for (let read = 0; read < MAX_VERSIONS;) {
    const rows = await sql.all<VersionRow>(
      `${SELECT_VERSIONS} WHERE v.store_key = ? AND v.sequence < ?
       ORDER BY v.sequence DESC LIMIT ?`,
      [storeKey, next, VERSIONS_PER_PAGE],
    )
    for (const row of rows) addVersion(groups, row)
    const last = groups.at(-1)
    if (rows.length < VERSIONS_PER_PAGE || !last || groups.length > limit) {
      return groups.slice(0, limit)
    }
    read += rows.length
    if (last.oldest.batch) await completeBatch(sql, storeKey, last)
    next = last.firstSequence
  }
  const last = groups.at(-1)
  if (last && (!last.batch || last.batch.kind === 'seed')) last.isCut = true
  return groups.slice(0, limit)
}

function addVersion(groups: OpenGroup[], row: VersionRow): void {
  const change = groupedChange(row)
  const open = groups.at(-1)
  if (!open || !belongsTo(open.oldest, change)) {
    groups.push(groupOf(row, change))
    return
  }
  open.firstSequence = row.sequence
  open.path = row.path
  open.changeCount++
  open.oldest = change
  if (open.memories.has(row.memory_key)) return
  open.memories.set(row.memory_key, row)
  open.memoryCount++
}

function groupOf(row: VersionRow, oldest: GroupedChange): OpenGroup {
  const { createdBy: actor, sessionId, batch, createdAt: at } = versionOf(row, '', null)
  return {
    firstSequence: row.sequence,
    lastSequence: row.sequence,
    at,
    actor,
    sessionId,
    batch,
    changeCount: 1,
    memoryCount: 1,
    path: row.path,
    memories: new Map([[row.memory_key, row]]),
    oldest,
    isCut: false,
  }
}

function groupedChange(row: VersionRow): GroupedChange {
  return {
    actorId: row.actor_id,
    sessionId: row.session_id,
    batch:
      row.batch_id !== null && row.batch_kind !== null
        ? { id: row.batch_id, kind: row.batch_kind }
        : null,
    at: row.created_at,
  }
}

/** A batch is one transaction, so its changes are consecutive: its ends and counts are enough. */
async function completeBatch(sql: Sql, storeKey: number, group: OpenGroup): Promise<void> {
  const batchId = group.oldest.batch?.id ?? ''
  // Of a group of one batch all is counted anew, since a memory may be on both sides.
  const isOne = group.batch?.id === batchId
  const found = await sql.get<{ first: number | null; changes: number; memories: number }>(
    `SELECT min(v.sequence) AS first, count(*) AS changes, count(DISTINCT v.memory_key) AS memories
     FROM batches b JOIN memory_versions v ON v.batch_key = b.key
     WHERE b.id = ? AND v.sequence <= ?`,
    [batchId, isOne ? group.lastSequence : group.firstSequence - 1],
  )
  const first = found?.first ?? group.firstSequence
  if (!found || first >= group.firstSequence) return
  const oldest = await sql.get<{ path: string | null }>(
    `SELECT n.path FROM memory_versions v LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE v.store_key = ? AND v.sequence = ?`,
    [storeKey, first],
  )
  group.firstSequence = first
  group.changeCount = found.changes + (isOne ? 0 : group.changeCount)
  group.memoryCount = found.memories + (isOne ? 0 : group.memoryCount)
  group.path = oldest?.path ?? null
}
