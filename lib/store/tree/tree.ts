import type { SqlValue } from '@/lib/db/sql'
import { ancestorPaths, baseName } from '@/lib/text/memory-path'
import { refuse } from '../model/problems'
import { refuseQuarantined } from '../quarantine/quarantined'
import type { ChosenVersion } from '../undo/sql/chosen-versions'
import type { NodeRow } from '../write/known-rows'
import type { StoreTransaction } from '../write/store-transaction'
import { rangeBelow } from './subtree'

/** The live tree in `path_nodes`: which path holds a memory, and what is below each directory. */

/** A free path, with what is already known of it and its directories. */
export interface FreePath {
  path: string
  /** its node, if the path was used before */
  nodeKey: number | null
  /** the known nodes of its ancestor directories, by path; the root under '' */
  directories: Map<string, NodeRow>
}

/** Checks whether a memory can be put at the path; refuses one that is taken or overlaps. */
export async function requireFreePath(
  transaction: StoreTransaction,
  path: string,
): Promise<FreePath> {
  const rows = await nodesAt(transaction, ['', ...ancestorPaths(path), path])
  const nodes = new Map(rows.map((row) => [row.path, row]))
  const own = nodes.get(path)
  for (const row of rows) {
    if (row.memory_key !== null) await refuseOverlap(transaction, path, row.path)
  }
  if (own && own.memory_count > 0)
    await refuseOverlap(transaction, path, await firstBelow(transaction, path))
  nodes.delete(path)
  return { path, nodeKey: own?.key ?? null, directories: nodes }
}

async function nodesAt(
  transaction: StoreTransaction,
  paths: readonly string[],
): Promise<NodeRow[]> {
  const known = transaction.known?.nodes
  if (known && paths.every((path) => known.has(path))) {
    return paths.flatMap((path) => known.get(path) ?? [])
  }
  return transaction.sql.all<NodeRow>(
    `SELECT key, path, memory_key, memory_count FROM path_nodes
     WHERE store_key = ? AND path IN (?${', ?'.repeat(paths.length - 1)})`,
    [transaction.storeKey, ...paths],
  )
}

async function refuseOverlap(
  transaction: StoreTransaction,
  path: string,
  conflictingPath: string,
): Promise<never> {
  await refuseQuarantined(transaction, { path: conflictingPath }, path)
  const conflicting = await transaction.sql.get<{ id: string }>(
    'SELECT id FROM memories WHERE store_key = ? AND path = ?',
    [transaction.storeKey, conflictingPath],
  )
  return refuse({
    kind: 'path_conflict',
    path,
    conflictingPath,
    conflictingMemoryId: conflicting?.id ?? '',
  })
}

async function firstBelow(transaction: StoreTransaction, directory: string): Promise<string> {
  const row = await transaction.sql.get<{ path: string }>(
    'SELECT path FROM memories WHERE store_key = ? AND path > ? ORDER BY path LIMIT 1',
    [transaction.storeKey, `${directory}/`],
  )
  return row?.path ?? directory
}

/** Puts a memory at a free path; `sequence` is the change that does so. Returns the path's node. */
export async function occupy(
  transaction: StoreTransaction,
  free: FreePath,
  memory: { key: number; size: number; sequence: number },
): Promise<number> {
  const parentKey = await enterDirectories(transaction, free, memory.size, memory.sequence)
  const entry = baseName(free.path)
  if (free.nodeKey === null) {
    return insertNode(transaction, {
      parentKey,
      path: free.path,
      entry,
      memoryKey: memory.key,
      memoryCount: 0,
      byteSize: 0,
    })
  }
  await transaction.sql.later('UPDATE path_nodes SET entry = ?, memory_key = ? WHERE key = ?', [
    entry,
    memory.key,
    free.nodeKey,
  ])
  keepNode(transaction, {
    key: free.nodeKey,
    path: free.path,
    memory_key: memory.key,
    memory_count: 0,
  })
  return free.nodeKey
}

/** Counts a memory in every directory above it, creating missing ones. */
async function enterDirectories(
  transaction: StoreTransaction,
  free: FreePath,
  size: number,
  sequence: number,
): Promise<number> {
  const root = free.directories.get('')
  if (!root) throw new Error('the store has no root node')
  let parentKey = root.key
  const counted: number[] = []
  for (const path of ancestorPaths(free.path)) {
    const known = free.directories.get(path)
    if (known && known.memory_count > 0) {
      counted.push(known.key)
      parentKey = known.key
      continue
    }
    const entry = `${baseName(path)}/`
    if (known) {
      await transaction.sql.later(
        'UPDATE path_nodes SET entry = ?, memory_count = 1, byte_size = ? WHERE key = ?',
        [entry, size, known.key],
      )
      keepNode(transaction, { ...known, memory_count: 1 })
      parentKey = known.key
    } else {
      parentKey = await insertNode(transaction, {
        parentKey,
        path,
        entry,
        memoryKey: null,
        memoryCount: 1,
        byteSize: size,
      })
    }
    await transaction.sql.later(
      'INSERT INTO directory_spans (node_key, since_sequence) VALUES (?, ?)',
      [parentKey, sequence],
    )
  }
  await recount(transaction, counted, 1, size)
  return parentKey
}

/** The node of a path that was used before and is free now; created, with its ancestors, if missing. */
export async function rememberedNode(transaction: StoreTransaction, path: string): Promise<number> {
  const steps = ['', ...ancestorPaths(path), path]
  const rows = await transaction.sql.all<{ key: number; path: string }>(
    `SELECT key, path FROM path_nodes
     WHERE store_key = ? AND path IN (?${', ?'.repeat(steps.length - 1)})`,
    [transaction.storeKey, ...steps],
  )
  const known = new Map(rows.map((row) => [row.path, row.key]))
  let parentKey = known.get('')
  if (parentKey === undefined) throw new Error('the store has no root node')
  for (const step of steps.slice(1)) {
    parentKey =
      known.get(step) ?? (await insertNode(transaction, { ...NOTHING, parentKey, path: step }))
  }
  return parentKey
}

const NOTHING = { entry: null, memoryKey: null, memoryCount: 0, byteSize: 0 }

async function insertNode(
  transaction: StoreTransaction,
  node: {
    parentKey: number
    path: string
    entry: string | null
    memoryKey: number | null
    memoryCount: number
    byteSize: number
  },
): Promise<number> {
  const key = await transaction.sql.insert(
    'path_nodes',
    `INSERT INTO path_nodes (key, store_key, parent_key, path, entry, memory_key, memory_count, byte_size)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      transaction.storeKey,
      node.parentKey,
      node.path,
      node.entry,
      node.memoryKey,
      node.memoryCount,
      node.byteSize,
    ],
  )
  const { path, memoryKey, memoryCount } = node
  keepNode(transaction, { key, path, memory_key: memoryKey, memory_count: memoryCount })
  return key
}

function keepNode({ known, effects }: StoreTransaction, node: NodeRow): void {
  if (known) effects.push(() => known.nodes.set(node.path, node))
}

async function recount(
  transaction: StoreTransaction,
  keys: readonly number[],
  memories: number,
  bytes: number,
): Promise<void> {
  if (keys.length === 0) return
  if (transaction.known) {
    transaction.uncounted.push(...keys.map((nodeKey) => ({ nodeKey, memories, bytes })))
    return
  }
  await addToDirectories(transaction, keys, memories, bytes)
}

async function addToDirectories(
  transaction: StoreTransaction,
  keys: readonly number[],
  memories: number,
  bytes: number,
): Promise<void> {
  await transaction.sql.later(
    `UPDATE path_nodes SET memory_count = memory_count + ?, byte_size = byte_size + ?
     WHERE key IN (?${', ?'.repeat(keys.length - 1)})`,
    [memories, bytes, ...keys],
  )
}

/**
 * From here on the nodes are as the database has them, with what this change did: which directories
 * are empty is decided there.
 */
async function countInDatabase(transaction: StoreTransaction): Promise<void> {
  const { known, effects, uncounted } = transaction
  if (!known) return
  known.nodes.clear()
  // What an earlier step of this change would keep is outdated, too.
  effects.push(() => known.nodes.clear())
  for (const { nodeKey, memories, bytes } of uncounted.splice(0)) {
    await addToDirectories(transaction, [nodeKey], memories, bytes)
  }
}

/** Removes a memory from the tree, with directories that are then empty. */
export async function vacate(
  transaction: StoreTransaction,
  memory: { path: string; size: number; sequence: number },
): Promise<void> {
  const directories = ancestorPaths(memory.path)
  await countInDatabase(transaction)
  await transaction.sql.later(
    'UPDATE path_nodes SET entry = NULL, memory_key = NULL WHERE store_key = ? AND path = ?',
    [transaction.storeKey, memory.path],
  )
  if (directories.length === 0) return
  const emptied = await transaction.sql.all<{ key: number }>(
    `UPDATE path_nodes SET memory_count = memory_count - 1, byte_size = byte_size - ?,
       entry = CASE WHEN memory_count = 1 THEN NULL ELSE entry END
     WHERE store_key = ? AND path IN (?${', ?'.repeat(directories.length - 1)})
     RETURNING CASE WHEN memory_count = 0 THEN key ELSE NULL END AS key`,
    [memory.size, transaction.storeKey, ...directories],
  )
  for (const { key } of emptied) {
    if (key === null) continue
    await transaction.sql.later(
      `UPDATE directory_spans SET until_sequence = ? WHERE node_key = ? AND since_sequence =
         (SELECT max(since_sequence) FROM directory_spans WHERE node_key = ?)`,
      [memory.sequence, key, key],
    )
  }
}

/** Updates directory sizes: the memory at this path grew or shrank by this many bytes. */
export async function resize(
  transaction: StoreTransaction,
  path: string,
  bytes: number,
): Promise<void> {
  const directories = ancestorPaths(path)
  if (bytes === 0 || directories.length === 0) return
  const params: SqlValue[] = [bytes, transaction.storeKey, ...directories]
  await transaction.sql.later(
    `UPDATE path_nodes SET byte_size = byte_size + ?
     WHERE store_key = ? AND path IN (?${', ?'.repeat(directories.length - 1)})`,
    params,
  )
}

/**
 * Deletes the path's node, and its ancestors, while nothing refers to them: no memory, no version,
 * nothing below. Nothing else deletes a path's text.
 */
export async function pruneNode(transaction: StoreTransaction, nodeKey: number): Promise<void> {
  const node = await transaction.sql.get<{ key: number; parent_key: number | null }>(
    `SELECT n.key, n.parent_key FROM path_nodes n
     WHERE n.key = ? AND n.memory_key IS NULL AND n.parent_key IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM memory_versions v WHERE v.node_key = n.key)
       AND NOT EXISTS (SELECT 1 FROM path_nodes c WHERE c.parent_key = n.key)`,
    [nodeKey],
  )
  if (!node) return
  await transaction.sql.run('DELETE FROM directory_spans WHERE node_key = ?', [nodeKey])
  await transaction.sql.run('DELETE FROM seed_entries WHERE node_key = ?', [nodeKey])
  await transaction.sql.run('DELETE FROM connection_entries WHERE node_key = ?', [nodeKey])
  await transaction.sql.run('DELETE FROM outbox WHERE node_key = ?', [nodeKey])
  await transaction.sql.run('DELETE FROM path_nodes WHERE key = ?', [nodeKey])
  if (node.parent_key !== null) await pruneNode(transaction, node.parent_key)
}

/**
 * A version at a path, current from one change to another, was emptied: the directories above may
 * have existed in that time only because of it.
 */
export async function recallDirectories(
  transaction: StoreTransaction,
  path: string,
  span: { since: number; until: number | null },
): Promise<void> {
  for (const directory of ancestorPaths(path)) {
    if (await wasUsedThroughout(transaction, directory, span)) continue
    const node = await transaction.sql.get<{ key: number }>(
      'SELECT key FROM path_nodes WHERE store_key = ? AND path = ?',
      [transaction.storeKey, directory],
    )
    if (node) await rewriteSpans(transaction, node.key, directory)
  }
}

const VERSIONS_BELOW = `FROM path_nodes n JOIN memory_versions v ON v.node_key = n.key
  WHERE n.store_key = ? AND n.path > ? AND n.path < ? AND v.operation <> 'deleted'`

async function wasUsedThroughout(
  transaction: StoreTransaction,
  directory: string,
  span: { since: number; until: number | null },
): Promise<boolean> {
  const { from, to } = rangeBelow(directory)
  const other = await transaction.sql.get(
    `SELECT 1 AS one ${VERSIONS_BELOW} AND v.sequence <= ?
       AND (v.until_sequence IS NULL${span.until === null ? '' : ' OR v.until_sequence >= ?'}) LIMIT 1`,
    [transaction.storeKey, from, to, span.since, ...(span.until === null ? [] : [span.until])],
  )
  return other !== undefined
}

/** Recomputes the spans of known directories. */
export async function recallSpans(
  transaction: StoreTransaction,
  directories: Iterable<string>,
): Promise<void> {
  for (const directory of directories) {
    const node = await transaction.sql.get<{ key: number }>(
      'SELECT key FROM path_nodes WHERE store_key = ? AND path = ?',
      [transaction.storeKey, directory],
    )
    if (node) await rewriteSpans(transaction, node.key, directory)
  }
}

/** Recomputes when a directory existed: while a version was current anywhere below it. */
async function rewriteSpans(
  transaction: StoreTransaction,
  nodeKey: number,
  directory: string,
): Promise<void> {
  const { from, to } = rangeBelow(directory)
  const versions = await transaction.sql.all<{ since: number; until: number | null }>(
    `SELECT v.sequence AS since, v.until_sequence AS until ${VERSIONS_BELOW} ORDER BY v.sequence`,
    [transaction.storeKey, from, to],
  )
  await transaction.sql.run('DELETE FROM directory_spans WHERE node_key = ?', [nodeKey])
  const spans: { since: number; until: number | null }[] = []
  for (const { since, until } of versions) {
    const last = spans.at(-1)
    if (!last || (last.until !== null && last.until < since)) spans.push({ since, until })
    else if (last.until !== null) last.until = until === null ? null : Math.max(last.until, until)
  }
  for (const { since, until } of spans) {
    await transaction.sql.run(
      'INSERT INTO directory_spans (node_key, since_sequence, until_sequence) VALUES (?, ?, ?)',
      [nodeKey, since, until],
    )
  }
}

/** For each memory, by key: the sequences of the first and the last of these versions of it. */
export function ownSpans(
  versions: readonly ChosenVersion[],
): Map<number, { since: number; until: number }> {
  const spans = new Map<number, { since: number; until: number }>()
  for (const { memoryKey, sequence } of versions) {
    const since = spans.get(memoryKey)?.since ?? sequence
    spans.set(memoryKey, { since, until: sequence })
  }
  return spans
}
