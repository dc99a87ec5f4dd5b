import { ancestorPaths, baseName } from '@/lib/text/memory-path'
import { refuse } from '../model/problems'
import { refuseQuarantined } from '../quarantine/quarantined'
import type { ChosenVersion } from '../undo/sql/chosen-versions'
import type { StoreTransaction } from '../write/store-transaction'
import {
  beginSpan,
  endSpan,
  hasVersionThroughout,
  replaceSpans,
  type Span,
  spansOfVersions,
} from './sql/spans'
import {
  addBytes,
  addToDirectories,
  deleteNode,
  firstPathAfter,
  insertNode,
  keysOfPaths,
  memoryAtPath,
  type NewNode,
  nodeAt,
  type NodeRow,
  nodesAt,
  openDirectory,
  putMemory,
  takeFromDirectories,
  takeMemory,
  unusedNode,
} from './sql/tree'
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
  const rows = await knownNodes(transaction, ['', ...ancestorPaths(path), path])
  const nodes = new Map(rows.map((row) => [row.path, row]))
  const own = nodes.get(path)
  for (const row of rows) {
    if (row.memoryKey !== null) await refuseOverlap(transaction, path, row.path)
  }
  if (own && own.memoryCount > 0)
    await refuseOverlap(transaction, path, await firstBelow(transaction, path))
  nodes.delete(path)
  return { path, nodeKey: own?.key ?? null, directories: nodes }
}

async function knownNodes(
  transaction: StoreTransaction,
  paths: readonly string[],
): Promise<NodeRow[]> {
  const known = transaction.known?.nodes
  if (known && paths.every((path) => known.has(path))) {
    return paths.flatMap((path) => known.get(path) ?? [])
  }
  return nodesAt(transaction.sql, transaction.storeKey, paths)
}

async function refuseOverlap(
  transaction: StoreTransaction,
  path: string,
  conflictingPath: string,
): Promise<never> {
  await refuseQuarantined(transaction, { path: conflictingPath }, path)
  const { sql, storeKey } = transaction
  const conflicting = await memoryAtPath(sql, storeKey, conflictingPath)
  return refuse({
    kind: 'path_conflict',
    path,
    conflictingPath,
    conflictingMemoryId: conflicting?.id ?? '',
  })
}

async function firstBelow({ sql, storeKey }: StoreTransaction, directory: string): Promise<string> {
  const row = await firstPathAfter(sql, storeKey, `${directory}/`)
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
    return addNode(transaction, {
      parentKey,
      path: free.path,
      entry,
      memoryKey: memory.key,
      memoryCount: 0,
      byteSize: 0,
    })
  }
  await putMemory(transaction.sql, { key: free.nodeKey, entry, memoryKey: memory.key })
  keepNode(transaction, {
    key: free.nodeKey,
    path: free.path,
    memoryKey: memory.key,
    memoryCount: 0,
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
    if (known && known.memoryCount > 0) {
      counted.push(known.key)
      parentKey = known.key
      continue
    }
    const entry = `${baseName(path)}/`
    if (known) {
      await openDirectory(transaction.sql, { key: known.key, entry, byteSize: size })
      keepNode(transaction, { ...known, memoryCount: 1 })
      parentKey = known.key
    } else {
      parentKey = await addNode(transaction, {
        parentKey,
        path,
        entry,
        memoryKey: null,
        memoryCount: 1,
        byteSize: size,
      })
    }
    await beginSpan(transaction.sql, parentKey, sequence)
  }
  await recount(transaction, counted, { memories: 1, bytes: size })
  return parentKey
}

/** The node of a path that was used before and is free now; created, with its ancestors, if missing. */
export async function rememberedNode(transaction: StoreTransaction, path: string): Promise<number> {
  const steps = ['', ...ancestorPaths(path), path]
  const rows = await keysOfPaths(transaction.sql, transaction.storeKey, steps)
  const known = new Map(rows.map((row) => [row.path, row.key]))
  let parentKey = known.get('')
  if (parentKey === undefined) throw new Error('the store has no root node')
  for (const step of steps.slice(1)) {
    parentKey =
      known.get(step) ?? (await addNode(transaction, { ...NOTHING, parentKey, path: step }))
  }
  return parentKey
}

const NOTHING = { entry: null, memoryKey: null, memoryCount: 0, byteSize: 0 }

async function addNode(transaction: StoreTransaction, node: NewNode): Promise<number> {
  const key = await insertNode(transaction.sql, transaction.storeKey, node)
  const { path, memoryKey, memoryCount } = node
  keepNode(transaction, { key, path, memoryKey, memoryCount })
  return key
}

function keepNode({ known, effects }: StoreTransaction, node: NodeRow): void {
  if (known) effects.push(() => known.nodes.set(node.path, node))
}

async function recount(
  transaction: StoreTransaction,
  keys: readonly number[],
  more: { memories: number; bytes: number },
): Promise<void> {
  if (keys.length === 0) return
  if (transaction.known) {
    transaction.uncounted.push(...keys.map((nodeKey) => ({ nodeKey, ...more })))
    return
  }
  await addToDirectories(transaction.sql, keys, more)
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
  for (const { nodeKey, ...more } of uncounted.splice(0)) {
    await addToDirectories(transaction.sql, [nodeKey], more)
  }
}

/** Removes a memory from the tree, with directories that are then empty. */
export async function vacate(
  transaction: StoreTransaction,
  memory: { path: string; size: number; sequence: number },
): Promise<void> {
  const directories = ancestorPaths(memory.path)
  const { sql, storeKey } = transaction
  await countInDatabase(transaction)
  await takeMemory(sql, storeKey, memory.path)
  if (directories.length === 0) return
  const less = { storeKey, paths: directories, bytes: memory.size }
  const emptied = await takeFromDirectories(sql, less)
  for (const { key } of emptied) {
    if (key !== null) await endSpan(sql, key, memory.sequence)
  }
}

/** Updates directory sizes: the memory at this path grew or shrank by this many bytes. */
export async function resize(
  { sql, storeKey }: StoreTransaction,
  path: string,
  bytes: number,
): Promise<void> {
  const directories = ancestorPaths(path)
  if (bytes === 0 || directories.length === 0) return
  await addBytes(sql, { storeKey, paths: directories, bytes })
}

/**
 * Deletes the path's node, and its ancestors, while nothing refers to them: no memory, no version,
 * nothing below. Nothing else deletes a path's text.
 */
export async function pruneNode(transaction: StoreTransaction, nodeKey: number): Promise<void> {
  const node = await unusedNode(transaction.sql, nodeKey)
  if (!node) return
  await deleteNode(transaction.sql, nodeKey)
  if (node.parentKey !== null) await pruneNode(transaction, node.parentKey)
}

/**
 * A version at a path, current from one change to another, was emptied: the directories above may
 * have existed in that time only because of it.
 */
export async function recallDirectories(
  transaction: StoreTransaction,
  path: string,
  span: Span,
): Promise<void> {
  const { sql, storeKey } = transaction
  for (const directory of ancestorPaths(path)) {
    const below = { storeKey, ...rangeBelow(directory) }
    if (!(await hasVersionThroughout(sql, below, span))) await recallSpans(transaction, [directory])
  }
}

/** Recomputes the spans of known directories. */
export async function recallSpans(
  transaction: StoreTransaction,
  directories: Iterable<string>,
): Promise<void> {
  for (const directory of directories) {
    const node = await nodeAt(transaction.sql, transaction.storeKey, directory)
    if (node) await rewriteSpans(transaction, node.key, directory)
  }
}

/** Recomputes when a directory existed: while a version was current anywhere below it. */
async function rewriteSpans(
  { sql, storeKey }: StoreTransaction,
  nodeKey: number,
  directory: string,
): Promise<void> {
  const versions = await spansOfVersions(sql, { storeKey, ...rangeBelow(directory) })
  const spans: Span[] = []
  for (const { since, until } of versions) {
    const last = spans.at(-1)
    if (!last || (last.until !== null && last.until < since)) spans.push({ since, until })
    else if (last.until !== null) last.until = until === null ? null : Math.max(last.until, until)
  }
  await replaceSpans(sql, nodeKey, spans)
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
