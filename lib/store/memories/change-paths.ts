import type { Database } from '@/lib/db/database'
import { headContent } from '../contents/recent-contents'
import { readContent } from '../contents/stored-content'
import type { Cause } from '../model/actor'
import { refuse } from '../model/problems'
import { refuseQuarantined } from '../quarantine/quarantined'
import { memoriesWithin } from '../tree/subtree'
import { underPolicy } from '../write/judge-version'
import { leaveIfLong } from '../write/read-ahead'
import { refuseUnseen } from '../write/refusals'
import { checkPath } from '../model/check-input'
import type { LiveMemoryRow } from '../write/sql/heads'
import {
  beginBatch,
  changeStore,
  type StoreTransaction,
  closeStoreTransaction,
  openStoreTransaction,
} from '../write/store-transaction'
import { applyStates, type StateChange, deleteMemory, insertMemory } from '../write/write-memory'

/** The old and the new path. */
export interface Move {
  /** of a memory, or of a directory, without a trailing slash */
  path: string
  newPath: string
}

export interface MovePathInput extends Move {
  storeId: string
  cause: Cause
}

export interface MovePathsInput {
  storeId: string
  moves: readonly Move[]
  /**
   * the last change that the caller saw; refuses `changed_since_seen` if someone else changed a
   * moved memory after it
   */
  seen?: number | undefined
  cause: Cause
}

/**
 * Moves the memory at a path, or everything below that directory, in one transaction; they keep
 * their ids. Refuses `memory_not_found` first, then `path_conflict` if anything is at the
 * destination, `moved_into_itself`, `invalid_input` for a path that would break the rules. Returns
 * the ids of the versions written.
 */
export async function movePath(db: Database, input: MovePathInput): Promise<string[]> {
  const { storeId, path, newPath, cause } = input
  return movePaths(db, { storeId, moves: [{ path, newPath }], cause })
}

/** Like `movePath`, for several: all are moved, in order, or none. */
export async function movePaths(db: Database, input: MovePathsInput): Promise<string[]> {
  const move = async (transaction: StoreTransaction) => {
    const moved: LiveMemoryRow[][] = []
    for (const { path } of input.moves) moved.push(await foundAt(transaction, input.storeId, path))
    leaveIfLong(transaction.sql, moved.flat().length)
    await refuseUnseen(transaction, moved.flat(), input.seen)
    if (moved.flat().length > 1) await beginBatch(transaction, 'move')
    const versionIds: string[] = []
    for (const [index, each] of input.moves.entries()) {
      versionIds.push(...(await makeMove(transaction, each, moved[index] ?? [])))
    }
    return versionIds
  }
  return changeStore(db, input.storeId, input.cause, move, { ahead: 'nothing' })
}

async function foundAt(
  transaction: StoreTransaction,
  storeId: string,
  path: string,
): Promise<LiveMemoryRow[]> {
  await refuseQuarantined(transaction, { within: path })
  const memories = await memoriesWithin(transaction.sql, transaction.storeKey, path)
  if (memories.length === 0) refuse({ kind: 'memory_not_found', storeId, memoryId: null, path })
  return memories
}

async function makeMove(
  transaction: StoreTransaction,
  { path, newPath }: Move,
  memories: readonly LiveMemoryRow[],
): Promise<string[]> {
  checkPath(newPath, 'new_path')
  if (newPath.startsWith(`${path}/`)) refuse({ kind: 'moved_into_itself', path, newPath })
  await refuseQuarantined(transaction, { within: newPath })
  await refuseTaken(transaction, newPath)
  const changes: StateChange[] = []
  for (const memory of memories) {
    changes.push(await movedBy(transaction, memory, newPath + memory.path.slice(path.length)))
  }
  return (await applyStates(transaction, changes)).map((written) => written.versionId)
}

async function refuseTaken(transaction: StoreTransaction, newPath: string): Promise<void> {
  const [taken] = await memoriesWithin(transaction.sql, transaction.storeKey, newPath)
  if (!taken) return
  refuse({
    kind: 'path_conflict',
    path: newPath,
    conflictingPath: taken.path,
    conflictingMemoryId: taken.id,
  })
}

async function movedBy(
  transaction: StoreTransaction,
  memory: LiveMemoryRow,
  path: string,
): Promise<StateChange> {
  checkPath(path, 'new_path')
  const bytes = await headContent(transaction.sql, transaction.storeKey, memory)
  return { memory, state: { path, bytes, sha256: memory.sha256, superseded: bytes } }
}

export interface RemovePathInput {
  storeId: string
  /** of a memory, or of a directory, without a trailing slash */
  path: string
  cause: Cause
}

export interface RemovePathsInput {
  storeId: string
  paths: readonly string[]
  /**
   * the last change that the caller saw; refuses `changed_since_seen` if someone else changed one
   * of the memories after it
   */
  seen?: number | undefined
  cause: Cause
}

/**
 * Deletes the memory at a path, or everything below that directory, in one transaction; a
 * directory's versions share a batch. Refuses `memory_not_found` if there is nothing. Returns the
 * ids of the versions written.
 */
export async function removePath(db: Database, input: RemovePathInput): Promise<string[]> {
  const { storeId, path, cause } = input
  return removePaths(db, { storeId, paths: [path], cause })
}

/** Like `removePath`, for several: all are deleted or none. */
export async function removePaths(db: Database, input: RemovePathsInput): Promise<string[]> {
  const { storeId } = input
  const remove = async (transaction: StoreTransaction) => {
    const memories: LiveMemoryRow[] = []
    for (const path of input.paths) {
      await refuseQuarantined(transaction, { within: path })
      const found = await memoriesWithin(transaction.sql, transaction.storeKey, path)
      if (found.length === 0) refuse({ kind: 'memory_not_found', storeId, memoryId: null, path })
      memories.push(...found)
    }
    leaveIfLong(transaction.sql, memories.length)
    await refuseUnseen(transaction, memories, input.seen)
    if (memories.length > 1) await beginBatch(transaction, 'remove')
    const versionIds: string[] = []
    for (const memory of memories)
      versionIds.push((await deleteMemory(transaction, memory)).versionId)
    return versionIds
  }
  return changeStore(db, storeId, input.cause, remove, { ahead: 'nothing' })
}

/** The path of a memory or a directory, without a trailing slash. */
interface StorePath {
  storeId: string
  path: string
}

export interface MoveBetweenStoresInput {
  from: StorePath
  to: StorePath
  cause: Cause
}

/**
 * Moves the memory at a path, or everything below that directory, to another store, in one
 * transaction: they are new memories there and deleted here, where their history stays. Refuses
 * like `movePath`. Returns the ids of the versions written in both.
 */
export async function moveBetweenStores(
  db: Database,
  input: MoveBetweenStoresInput,
): Promise<string[]> {
  const { from, to, cause } = input
  return underPolicy(db, (known) =>
    db.write(async (tx) => {
      // Locks the stores in a fixed order, so that opposite moves do not deadlock.
      const [first, second] = [from.storeId, to.storeId].sort()
      const transactions = new Map<string, StoreTransaction>()
      for (const storeId of [first, second]) {
        if (storeId)
          transactions.set(storeId, await openStoreTransaction(tx, storeId, cause, { known }))
      }
      const source = transactions.get(from.storeId)
      const target = transactions.get(to.storeId)
      if (!source || !target) throw new Error('a store was not opened')
      const versionIds = await move(source, target, from, to)
      await closeStoreTransaction(source)
      await closeStoreTransaction(target)
      return versionIds
    }),
  )
}

async function move(
  source: StoreTransaction,
  target: StoreTransaction,
  from: StorePath,
  to: StorePath,
): Promise<string[]> {
  await refuseQuarantined(source, { within: from.path })
  await refuseQuarantined(target, { within: to.path })
  const memories = await memoriesWithin(source.sql, source.storeKey, from.path)
  if (memories.length === 0) {
    refuse({ kind: 'memory_not_found', storeId: from.storeId, memoryId: null, path: from.path })
  }
  const [taken] = await memoriesWithin(target.sql, target.storeKey, to.path)
  if (taken) {
    refuse({
      kind: 'path_conflict',
      path: to.path,
      conflictingPath: taken.path,
      conflictingMemoryId: taken.id,
    })
  }
  await beginBatch(source, 'move', { reference: to.storeId })
  await beginBatch(target, 'move', { reference: from.storeId })
  const versionIds: string[] = []
  for (const memory of memories) {
    const path = to.path + memory.path.slice(from.path.length)
    checkPath(path, 'new_path')
    const bytes = await readContent(source.sql, source.storeKey, memory.headSequence)
    const state = { path, bytes: bytes ?? Buffer.of(), sha256: memory.sha256 }
    versionIds.push((await insertMemory(target, state)).versionId)
    versionIds.push((await deleteMemory(source, memory)).versionId)
  }
  return versionIds
}
