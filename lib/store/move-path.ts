import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { leaveIfLong } from './core/read-ahead'
import { refuseQuarantined } from './core/refuse-quarantined'
import { beginBatch, changeStore, type StoreTransaction } from './core/store-transaction'
import { refuseUnseen } from './core/refuse-unseen'
import type { LiveMemoryRow } from './core/rows'
import { headContent } from './core/recent-contents'
import { memoriesWithin } from './core/subtree'
import { applyStates, type StateChange } from './core/write-memory'
import { checkPath } from './core/check-input'
import { refuse } from './model/problems'

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
