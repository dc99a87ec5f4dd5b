import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { toPowerOfTwo } from '@/lib/db/to-power-of-two'

/**
 * A store's changes copied into a branch, some hundreds at a time: by SQL, since the client cannot
 * insert what it selects. Contents are not copied (contents/shared-content.ts).
 */

const VERSION = columns('v', 'memoryVersion', [
  'sequence',
  'memoryKey',
  'nodeKey',
  'operation',
  'size',
  'untilSequence',
  'batchKey',
])

/** A version, as far as it says where its copy belongs. */
export type CopiedVersion = RowOf<typeof VERSION>

/** A page of a store's versions, by their numbers: the first exclusive, the last inclusive. */
export function versionsBetween(
  sql: Sql,
  {
    storeKey,
    after,
    upTo,
    limit,
  }: { storeKey: number; after: number; upTo: number; limit: number },
): Promise<CopiedVersion[]> {
  return sql.all<CopiedVersion>(
    `SELECT ${VERSION.list} FROM memory_versions v
     WHERE v.store_key = ? AND v.sequence > ? AND v.sequence <= ? ORDER BY v.sequence LIMIT ?`,
    [storeKey, after, upTo, limit],
  )
}

const NODE = columns('n', 'pathNode', ['key', 'parentKey', 'path'])

/** A node of a store's tree, with its place only. */
export type CopiedNode = RowOf<typeof NODE>

/** A page of a store's nodes in order of their paths, so that each comes after its parent. */
export function nodesAfter(
  sql: Sql,
  { storeKey, after, limit }: { storeKey: number; after: string; limit: number },
): Promise<CopiedNode[]> {
  return sql.all<CopiedNode>(
    `SELECT ${NODE.list} FROM path_nodes n
     WHERE n.store_key = ? AND n.path > ? ORDER BY n.path LIMIT ?`,
    [storeKey, after, limit],
  )
}

/** The root of a store's tree. */
export function rootOf(sql: Sql, storeKey: number): Promise<CopiedNode | undefined> {
  return sql.get<CopiedNode>(
    `SELECT ${NODE.list} FROM path_nodes n WHERE n.store_key = ? AND n.path = ''`,
    [storeKey],
  )
}

/** The stores, and the last change to copy. */
export interface Copying {
  originKey: number
  storeKey: number
  sequence: number
}

/** A head to copy, and the ids of the memory and of the version that it becomes. */
export interface NewHead {
  id: string
  versionId: string
  sequence: number
}

const MEMORY = columns('memories', 'memory', ['key', 'headSequence'])

/** Inserts the memories that stand on these versions; returns their keys. */
export function copyHeads(
  tx: WriteSql,
  { originKey, storeKey }: Copying,
  heads: readonly NewHead[],
): Promise<RowOf<typeof MEMORY>[]> {
  const filled = toPowerOfTwo(heads, { id: '', versionId: '', sequence: -1 })
  return tx.all<RowOf<typeof MEMORY>>(
    `INSERT INTO memories (id, store_key, path, head_sequence, head_version_id, sha256, size,
       created_at, updated_at, version_count)
     SELECT d.id, CAST(? AS INTEGER), CASE WHEN v.operation = 'deleted' THEN NULL ELSE n.path END,
       v.sequence, d.version_id, v.sha256, v.size, m.created_at, v.created_at, v.ordinal
     FROM (WITH d(id, version_id, sequence) AS (VALUES ${filled.map(() => '(CAST(? AS TEXT), CAST(? AS TEXT), CAST(? AS BIGINT))').join(', ')})
       SELECT id, version_id, sequence FROM d) d
     CROSS JOIN memory_versions v CROSS JOIN memories m LEFT JOIN path_nodes n ON n.key = v.node_key
     WHERE v.store_key = ? AND v.sequence = d.sequence AND m.key = v.memory_key
     RETURNING ${MEMORY.list}`,
    [storeKey, ...filled.flatMap((head) => [head.id, head.versionId, head.sequence]), originKey],
  )
}

const NEW_NODE = columns('path_nodes', 'pathNode', ['key', 'path'])

/** A node as it is inserted: its parent is there. */
export interface NewNode {
  parentKey: number | null
  path: string
  entry: string | null
  memoryKey: number | null
  memoryCount: number
  byteSize: number
}

/** Inserts nodes; returns their keys. */
export function insertNodes(
  tx: WriteSql,
  storeKey: number,
  nodes: readonly NewNode[],
): Promise<RowOf<typeof NEW_NODE>[]> {
  return tx.all<RowOf<typeof NEW_NODE>>(
    `INSERT INTO path_nodes (store_key, parent_key, path, entry, memory_key, memory_count, byte_size)
     VALUES ${nodes.map(() => '(?, ?, ?, ?, ?, ?, ?)').join(', ')} RETURNING ${NEW_NODE.list}`,
    nodes.flatMap((node) => [
      storeKey,
      node.parentKey,
      node.path,
      node.entry,
      node.memoryKey,
      node.memoryCount,
      node.byteSize,
    ]),
  )
}

/** A version to copy, with its id, memory, node and batch in the branch. */
export interface NewVersion {
  id: string
  sequence: number
  memoryKey: number
  nodeKey: number | null
  batchKey: number | null
}

const NO_VERSION: NewVersion = {
  id: '',
  sequence: -1,
  memoryKey: -1,
  nodeKey: null,
  batchKey: null,
}

/** Inserts versions with the numbers, authors, times and marks that they have in the origin. */
export async function copyVersions(
  tx: WriteSql,
  { originKey, storeKey, sequence }: Copying,
  versions: readonly NewVersion[],
): Promise<void> {
  const filled = toPowerOfTwo(versions, NO_VERSION)
  const row = `(CAST(? AS TEXT)${', CAST(? AS BIGINT)'.repeat(4)})`
  await tx.run(
    `INSERT INTO memory_versions (store_key, sequence, id, memory_key, ordinal, operation, node_key,
       sha256, size, created_at, until_sequence, actor_type, actor_id, session_id, tool_use_id,
       client, batch_key, redacted_at, redacted_by_type, redacted_by_id, rewritten_at,
       rewritten_by_type, rewritten_by_id)
     SELECT CAST(? AS INTEGER), v.sequence, d.id, CAST(d.memory_key AS INTEGER), v.ordinal,
       v.operation, CAST(d.node_key AS INTEGER), v.sha256, v.size, v.created_at,
       CASE WHEN v.until_sequence <= ? THEN v.until_sequence END, v.actor_type, v.actor_id,
       v.session_id, v.tool_use_id, v.client, CAST(d.batch_key AS INTEGER), v.redacted_at,
       v.redacted_by_type, v.redacted_by_id, v.rewritten_at, v.rewritten_by_type, v.rewritten_by_id
     FROM (WITH d(id, sequence, memory_key, node_key, batch_key) AS (VALUES ${filled.map(() => row).join(', ')})
       SELECT id, sequence, memory_key, node_key, batch_key FROM d) d
     CROSS JOIN memory_versions v WHERE v.store_key = ? AND v.sequence = d.sequence`,
    [
      storeKey,
      sequence,
      ...filled.flatMap((each) => [
        each.id,
        each.sequence,
        each.memoryKey,
        each.nodeKey,
        each.batchKey,
      ]),
      originKey,
    ],
  )
}

/** Something of the origin, and its key in the branch. */
export interface CopiedKey {
  from: number
  to: number
}

const pairs = (keys: readonly CopiedKey[]) => {
  const filled = toPowerOfTwo(keys, { from: -1, to: -1 })
  return {
    from: `(WITH d(old_key, new_key) AS (VALUES ${filled.map(() => '(CAST(? AS BIGINT), CAST(? AS BIGINT))').join(', ')})
       SELECT old_key, new_key FROM d) d`,
    params: filled.flatMap(({ from, to }) => [from, to]),
  }
}

/** Copies the times at which these directories were there. */
export async function copySpans(
  tx: WriteSql,
  { sequence }: Copying,
  directories: readonly CopiedKey[],
): Promise<void> {
  const { from, params } = pairs(directories)
  await tx.run(
    `INSERT INTO directory_spans (node_key, since_sequence, until_sequence)
     SELECT CAST(d.new_key AS INTEGER), s.since_sequence,
       CASE WHEN s.until_sequence <= ? THEN s.until_sequence END
     FROM ${from} CROSS JOIN directory_spans s
     WHERE s.node_key = d.old_key AND s.since_sequence <= ?`,
    [sequence, ...params, sequence],
  )
}

const BATCH = columns('batches', 'batch', ['key', 'id'])

/** Inserts batches as these are, with ids of their own; returns their keys. */
export function copyBatches(
  tx: WriteSql,
  storeKey: number,
  batches: readonly { key: number; id: string }[],
): Promise<RowOf<typeof BATCH>[]> {
  const filled = toPowerOfTwo(batches, { key: -1, id: '' })
  return tx.all<RowOf<typeof BATCH>>(
    `INSERT INTO batches (id, store_key, kind, message, reference, created_at)
     SELECT d.id, CAST(? AS INTEGER), b.kind, b.message, b.reference, b.created_at
     FROM (WITH d(id, old_key) AS (VALUES ${filled.map(() => '(CAST(? AS TEXT), CAST(? AS BIGINT))').join(', ')})
       SELECT id, old_key FROM d) d
     CROSS JOIN batches b WHERE b.key = d.old_key RETURNING ${BATCH.list}`,
    [storeKey, ...filled.flatMap(({ id, key }) => [id, key])],
  )
}

/** Copies what was found out of the authors of changes between two numbers. */
export async function copyAttributions(
  tx: WriteSql,
  { originKey, storeKey }: Copying,
  { after, upTo }: { after: number; upTo: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO attributions (store_key, sequence, confidence, source, session_id, tool_use_id,
       tool, model, called_at, noted_at, is_late, prompt, said)
     SELECT CAST(? AS INTEGER), a.sequence, a.confidence, a.source, a.session_id, a.tool_use_id,
       a.tool, a.model, a.called_at, a.noted_at, a.is_late, a.prompt, a.said
     FROM attributions a WHERE a.store_key = ? AND a.sequence > ? AND a.sequence <= ?`,
    [storeKey, originKey, after, upTo],
  )
}

/** Copies the agents whose texts merges brought up to a change. */
export async function copyMergedWriters(
  tx: WriteSql,
  { originKey, storeKey }: Copying,
  { after, upTo }: { after: number; upTo: number },
): Promise<void> {
  await tx.run(
    `INSERT INTO merged_writers (store_key, sequence, actor_type, actor_id, session_id)
     SELECT CAST(? AS INTEGER), w.sequence, w.actor_type, w.actor_id, w.session_id
     FROM merged_writers w WHERE w.store_key = ? AND w.sequence > ? AND w.sequence <= ?`,
    [storeKey, originKey, after, upTo],
  )
}

const QUARANTINED = columns('q', 'quarantine', ['memoryKey'])

/** The memories of a store of which a version up to a change is in quarantine. */
export function quarantinedUpTo(
  sql: Sql,
  { originKey, sequence }: Copying,
): Promise<RowOf<typeof QUARANTINED>[]> {
  return sql.all<RowOf<typeof QUARANTINED>>(
    `SELECT ${QUARANTINED.list} FROM quarantines q
     WHERE q.store_key = ? AND q.from_sequence <= ?`,
    [originKey, sequence],
  )
}

/** Puts copies of memories in the quarantine that these are in; returns of how many. */
export async function copyQuarantines(
  tx: WriteSql,
  { storeKey, sequence }: Copying,
  memories: readonly CopiedKey[],
): Promise<number> {
  const { from, params } = pairs(memories)
  return tx.run(
    `INSERT INTO quarantines (memory_key, store_key, from_sequence, served_sequence, reason,
       created_at, actor_type, actor_id)
     SELECT CAST(d.new_key AS INTEGER), CAST(? AS INTEGER), q.from_sequence, q.served_sequence,
       q.reason, q.created_at, q.actor_type, q.actor_id
     FROM ${from} CROSS JOIN quarantines q
     WHERE q.memory_key = d.old_key AND q.from_sequence <= ?`,
    [storeKey, ...params, sequence],
  )
}

/**
 * Logs the last of the copied changes, which is the branch's first moment: what was before it is in
 * the histories of its memories, and is counted where it was made.
 */
export async function copyLastEvent(
  tx: WriteSql,
  { originKey, storeKey, sequence }: Copying,
): Promise<void> {
  await tx.run(
    `INSERT INTO store_events (store_key, sequence, type, created_at, version_sequence, actor_type,
       actor_id)
     SELECT CAST(? AS INTEGER), e.sequence, e.type, e.created_at, e.version_sequence, e.actor_type,
       e.actor_id
     FROM store_events e WHERE e.store_key = ? AND e.sequence =
       (SELECT max(v.sequence) FROM memory_versions v WHERE v.store_key = ? AND v.sequence <= ?)`,
    [storeKey, originKey, originKey, sequence],
  )
}

const EVENT = columns('e', 'storeEvent', ['createdAt'])

/** The time of the newest event up to a change. */
export function lastEventAt(
  sql: Sql,
  { originKey, sequence }: Copying,
): Promise<RowOf<typeof EVENT> | undefined> {
  return sql.get<RowOf<typeof EVENT>>(
    `SELECT ${EVENT.list} FROM store_events e WHERE e.store_key = ? AND e.sequence <= ?
     ORDER BY e.sequence DESC LIMIT 1`,
    [originKey, sequence],
  )
}

/** Returns whether a redaction changed anything of a store after a change. */
export async function hasRedactionsAfter(
  sql: Sql,
  { storeKey, after }: { storeKey: number; after: number },
): Promise<boolean> {
  const row = await sql.get(
    `SELECT 1 AS one FROM store_events e WHERE e.store_key = ? AND e.sequence > ?
       AND e.type IN ${oneOf(REDACTIONS)} LIMIT 1`,
    [storeKey, after, ...REDACTIONS],
  )
  return row !== undefined
}

const REDACTIONS = [
  'memory_version.redacted',
  'memory_versions.rewritten',
  // One that was set while it was copied is copied as well.
  'memory.quarantined',
]
