import type { Database } from '@/lib/db/database'
import type { Cause } from './actor'
import { beginBatch, changeStore, type Ledger } from './core/ledger'
import type { LiveMemoryRow } from './core/rows'
import { readContent } from './core/stored-content'
import { memoriesWithin } from './core/subtree'
import { applyStates, type StateChange } from './core/write-memory'
import { checkPath } from './input'
import { refuse } from './problems'

export interface MovePathInput {
  storeId: string
  /** of a memory, or of a directory, without a trailing slash */
  path: string
  newPath: string
  cause: Cause
}

/**
 * Moves the memory at a path, or everything below the directory there, in one transaction; they
 * keep their ids. Refuses `memory_not_found` first, then `path_conflict` where anything is at the
 * destination, `moved_into_itself`, `invalid_input` for a path that would break the rules.
 * Returns the ids of the versions written.
 */
export async function movePath(db: Database, input: MovePathInput): Promise<string[]> {
  const { storeId, path, newPath } = input
  return changeStore(db, storeId, input.cause, async (ledger) => {
    const memories = await memoriesWithin(ledger.tx, ledger.storeKey, path)
    if (memories.length === 0) {
      refuse({ kind: 'memory_not_found', storeId, memoryId: null, path })
    }
    checkPath(newPath, 'new_path')
    if (newPath.startsWith(`${path}/`)) refuse({ kind: 'moved_into_itself', path, newPath })
    await refuseTaken(ledger, newPath)
    if (memories.length > 1) await beginBatch(ledger, 'move')
    const changes: StateChange[] = []
    for (const memory of memories) {
      changes.push(await movedBy(ledger, memory, newPath + memory.path.slice(path.length)))
    }
    return (await applyStates(ledger, changes)).map((written) => written.versionId)
  })
}

async function refuseTaken(ledger: Ledger, newPath: string): Promise<void> {
  const [taken] = await memoriesWithin(ledger.tx, ledger.storeKey, newPath)
  if (!taken) return
  refuse({
    kind: 'path_conflict',
    path: newPath,
    conflictingPath: taken.path,
    conflictingMemoryId: taken.id,
  })
}

async function movedBy(ledger: Ledger, memory: LiveMemoryRow, path: string): Promise<StateChange> {
  checkPath(path, 'new_path')
  const bytes = (await readContent(ledger.tx, ledger.storeKey, memory.head_sequence)) ?? Buffer.of()
  return { memory, state: { path, bytes, sha256: memory.sha256, superseded: bytes } }
}
