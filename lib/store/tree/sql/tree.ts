import { columns, type RowOf } from '@/lib/db/columns'
import { oneOf } from '@/lib/db/one-of'
import type { Sql, WriteSql } from '@/lib/db/sql'
import { type LiveMemoryRow, HEAD } from '../../write/sql/heads'
import { dropSpans } from './spans'

/**
 * The live tree as writes change it, agents' among them: what nobody waits for goes by `later`, with
 * the commit.
 */

export const NODE = columns('n', 'pathNode', ['key', 'path', 'memoryKey', 'memoryCount'])

/** A node of the tree, as far as writes must know it. */
export type NodeRow = RowOf<typeof NODE>

export function nodesAt(sql: Sql, storeKey: number, paths: readonly string[]): Promise<NodeRow[]> {
  return sql.all<NodeRow>(
    `SELECT ${NODE.list} FROM path_nodes n
     WHERE n.store_key = ? AND n.path IN ${oneOf(paths)}`,
    [storeKey, ...paths],
  )
}

const KEY = columns('n', 'pathNode', ['key'])

/** The node of a path. */
export function nodeAt(
  sql: Sql,
  storeKey: number,
  path: string,
): Promise<RowOf<typeof KEY> | undefined> {
  return sql.get<RowOf<typeof KEY>>(
    `SELECT ${KEY.list} FROM path_nodes n WHERE n.store_key = ? AND n.path = ?`,
    [storeKey, path],
  )
}

const KEY_AND_PATH = columns('n', 'pathNode', ['key', 'path'])

export function keysOfPaths(
  sql: Sql,
  storeKey: number,
  paths: readonly string[],
): Promise<RowOf<typeof KEY_AND_PATH>[]> {
  return sql.all<RowOf<typeof KEY_AND_PATH>>(
    `SELECT ${KEY_AND_PATH.list} FROM path_nodes n
     WHERE n.store_key = ? AND n.path IN ${oneOf(paths)}`,
    [storeKey, ...paths],
  )
}

const MEMORY = columns('m', 'memory', ['key', 'id'])

/** Finds the memory that is live at a path. */
export function memoryAtPath(
  sql: Sql,
  storeKey: number,
  path: string,
): Promise<RowOf<typeof MEMORY> | undefined> {
  return sql.get<RowOf<typeof MEMORY>>(
    `SELECT ${MEMORY.list} FROM memories m WHERE m.store_key = ? AND m.path = ?`,
    [storeKey, path],
  )
}

/** The first live memory after a path. */
export function firstPathAfter(
  sql: Sql,
  storeKey: number,
  path: string,
): Promise<{ path: string } | undefined> {
  return sql.get<{ path: string }>(
    'SELECT path FROM memories WHERE store_key = ? AND path > ? ORDER BY path LIMIT 1',
    [storeKey, path],
  )
}

/** Paths between two others, without them. */
interface Range {
  storeKey: number
  from: string
  to: string
}

/** The live memories of a range, ordered by path. */
export function memoriesBetween(sql: Sql, { storeKey, from, to }: Range): Promise<LiveMemoryRow[]> {
  return sql.all<LiveMemoryRow>(
    `SELECT ${HEAD.list} FROM memories m
     WHERE m.store_key = ? AND m.path > ? AND m.path < ? ORDER BY m.path`,
    [storeKey, from, to],
  )
}

interface CountedRow {
  memories: number
  bytes: number
}

export function countBetween(
  sql: Sql,
  { storeKey, from, to }: Range,
): Promise<CountedRow | undefined> {
  return sql.get<CountedRow>(
    `SELECT count(*) AS memories, CAST(coalesce(sum(size), 0) AS BIGINT) AS bytes FROM memories
     WHERE store_key = ? AND path > ? AND path < ?`,
    [storeKey, from, to],
  )
}

const NEW_NODE = columns('n', 'pathNode', [
  'parentKey',
  'path',
  'entry',
  'memoryKey',
  'memoryCount',
  'byteSize',
])

export type NewNode = RowOf<typeof NEW_NODE>

/** Returns its key. */
export function insertNode(tx: WriteSql, storeKey: number, node: NewNode): Promise<number> {
  return tx.insert(
    'path_nodes',
    `INSERT INTO path_nodes (key, store_key, parent_key, path, entry, memory_key, memory_count, byte_size)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
    [
      storeKey,
      node.parentKey,
      node.path,
      node.entry,
      node.memoryKey,
      node.memoryCount,
      node.byteSize,
    ],
  )
}

/** Puts a memory at a node. */
export function putMemory(
  tx: WriteSql,
  { key, entry, memoryKey }: { key: number; entry: string; memoryKey: number },
): Promise<void> {
  return tx.later('UPDATE path_nodes SET entry = ?, memory_key = ? WHERE key = ?', [
    entry,
    memoryKey,
    key,
  ])
}

/** Takes the memory from the node of a path. */
export function takeMemory(tx: WriteSql, storeKey: number, path: string): Promise<void> {
  return tx.later(
    'UPDATE path_nodes SET entry = NULL, memory_key = NULL WHERE store_key = ? AND path = ?',
    [storeKey, path],
  )
}

/** Makes a known node a directory of one memory. */
export function openDirectory(
  tx: WriteSql,
  { key, entry, byteSize }: { key: number; entry: string; byteSize: number },
): Promise<void> {
  return tx.later(
    'UPDATE path_nodes SET entry = ?, memory_count = 1, byte_size = ? WHERE key = ?',
    [entry, byteSize, key],
  )
}

/** Adds to what directories count. */
export function addToDirectories(
  tx: WriteSql,
  keys: readonly number[],
  { memories, bytes }: { memories: number; bytes: number },
): Promise<void> {
  return tx.later(
    `UPDATE path_nodes SET memory_count = memory_count + ?, byte_size = byte_size + ?
     WHERE key IN ${oneOf(keys)}`,
    [memories, bytes, ...keys],
  )
}

export function addBytes(
  tx: WriteSql,
  { storeKey, paths, bytes }: { storeKey: number; paths: readonly string[]; bytes: number },
): Promise<void> {
  return tx.later(
    `UPDATE path_nodes SET byte_size = byte_size + ?
     WHERE store_key = ? AND path IN ${oneOf(paths)}`,
    [bytes, storeKey, ...paths],
  )
}

/** Takes a memory from what directories count; of each its key if it is empty then, else null. */
export function takeFromDirectories(
  tx: WriteSql,
  { storeKey, paths, bytes }: { storeKey: number; paths: readonly string[]; bytes: number },
): Promise<{ key: number | null }[]> {
  return tx.all<{ key: number | null }>(
    `UPDATE path_nodes SET memory_count = memory_count - 1, byte_size = byte_size - ?,
       entry = CASE WHEN memory_count = 1 THEN NULL ELSE entry END
     WHERE store_key = ? AND path IN ${oneOf(paths)}
     RETURNING CASE WHEN memory_count = 0 THEN key ELSE NULL END AS key`,
    [bytes, storeKey, ...paths],
  )
}

/** Makes a node what is counted of it. */
export async function setNode(
  tx: WriteSql,
  node: Pick<NewNode, 'entry' | 'memoryKey' | 'memoryCount' | 'byteSize'> & { key: number },
): Promise<void> {
  await tx.run(
    'UPDATE path_nodes SET entry = ?, memory_key = ?, memory_count = ?, byte_size = ? WHERE key = ?',
    [node.entry, node.memoryKey, node.memoryCount, node.byteSize, node.key],
  )
}

const UNUSED = columns('n', 'pathNode', ['key', 'parentKey'])

/** A node that nothing refers to: no memory, no version, nothing below. */
export function unusedNode(sql: Sql, key: number): Promise<RowOf<typeof UNUSED> | undefined> {
  return sql.get<RowOf<typeof UNUSED>>(
    `SELECT ${UNUSED.list} FROM path_nodes n
     WHERE n.key = ? AND n.memory_key IS NULL AND n.parent_key IS NOT NULL
       AND NOT EXISTS (SELECT 1 FROM memory_versions v WHERE v.node_key = n.key)
       AND NOT EXISTS (SELECT 1 FROM path_nodes c WHERE c.parent_key = n.key)`,
    [key],
  )
}

/** Deletes a node with all that is noted of its path. */
export async function deleteNode(tx: WriteSql, key: number): Promise<void> {
  await dropSpans(tx, key)
  await tx.run('DELETE FROM seed_entries WHERE node_key = ?', [key])
  await tx.run('DELETE FROM connection_entries WHERE node_key = ?', [key])
  await tx.run('DELETE FROM outbox WHERE node_key = ?', [key])
  await tx.run('DELETE FROM path_nodes WHERE key = ?', [key])
}
