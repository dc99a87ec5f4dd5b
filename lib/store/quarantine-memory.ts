import type { Database } from '@/lib/db/database'
import type { Cause } from './model/actor'
import { examineReaders } from './core/examine-readers'
import { findMemoryRow } from './core/find'
import { countQuarantined, quarantineWithin } from './core/quarantine-within'
import type { MemoryRow } from './core/rows'
import {
  changeStore,
  logEvent,
  nextSequence,
  type StoreTransaction,
} from './core/store-transaction'
import { requireVersion } from './core/versions'
import type { Quarantine } from './model/quarantine'
import { refuse } from './model/problems'

export interface QuarantineMemoryInput {
  storeId: string
  memoryId: string
  /** agents are served the newest version before this one; left out: before the head */
  versionId?: string | undefined
  /** for people */
  reason?: string | undefined
  cause: Cause
}

/**
 * Puts a memory in quarantine from a version on: agents are served the newest version before it, or
 * do not find the memory at all; they cannot change it until `releaseMemory`. If it is in quarantine
 * from an earlier version already, that stays. Also for a memory that is deleted from that version
 * on; an archived store allows it.
 *
 * Refuses `store_not_found`, `memory_not_found`, `version_not_found`.
 */
export async function quarantineMemory(
  db: Database,
  input: QuarantineMemoryInput,
): Promise<Quarantine> {
  const { storeId, versionId, reason = '', cause } = input
  return changeStore(
    db,
    storeId,
    cause,
    async (transaction) => {
      const memory = await requireMemoryRow(transaction, input)
      const from =
        versionId === undefined
          ? memory.head_sequence
          : await sequenceOf(transaction, memory, versionId)
      return quarantineWithin(transaction, { memory, from, reason })
    },
    { whenArchived: 'allow' },
  )
}

export interface ReleaseMemoryInput {
  storeId: string
  memoryId: string
  cause: Cause
}

/**
 * Serves a memory to agents as it is again. Returns whether it was in quarantine. Refuses
 * `store_not_found`, `memory_not_found`; `release_forbidden` to a key that wrote some of what is
 * held back.
 */
export async function releaseMemory(db: Database, input: ReleaseMemoryInput): Promise<boolean> {
  return changeStore(
    db,
    input.storeId,
    input.cause,
    async (transaction) => {
      const memory = await requireMemoryRow(transaction, input)
      await refuseOwn(transaction, memory)
      return releaseWithin(transaction, memory)
    },
    { whenArchived: 'allow' },
  )
}

/** A key never decides on what it wrote itself. */
async function refuseOwn({ sql, cause }: StoreTransaction, memory: MemoryRow): Promise<void> {
  const { actor } = cause
  if (actor.type !== 'api_key') return
  const own = await sql.get(
    `SELECT 1 FROM quarantines q JOIN memory_versions v ON v.memory_key = q.memory_key
     WHERE q.memory_key = ? AND v.sequence >= q.from_sequence AND v.actor_type = ?
       AND v.actor_id = ? LIMIT 1`,
    [memory.key, actor.type, actor.id],
  )
  if (own) refuse({ kind: 'release_forbidden', memoryId: memory.id })
}

/** The same in a transaction under way. */
export async function releaseWithin(
  transaction: StoreTransaction,
  memory: Pick<MemoryRow, 'key' | 'head_sequence'>,
): Promise<boolean> {
  const deleted = await transaction.sql.run('DELETE FROM quarantines WHERE memory_key = ?', [
    memory.key,
  ])
  if (deleted === 0) return false
  await countQuarantined(transaction, -1)
  await examineReaders(transaction, { memoryKey: memory.key, from: 0 })
  await logEvent(transaction, nextSequence(transaction), {
    type: 'memory.released',
    versionSequence: memory.head_sequence,
    actor: transaction.cause.actor,
  })
  return true
}

async function requireMemoryRow(
  { sql, storeKey }: StoreTransaction,
  { storeId, memoryId }: { storeId: string; memoryId: string },
): Promise<MemoryRow> {
  const memory = await findMemoryRow(sql, storeKey, memoryId)
  return memory ?? refuse({ kind: 'memory_not_found', storeId, memoryId, path: null })
}

async function sequenceOf(
  { sql, storeKey, storeId }: StoreTransaction,
  memory: MemoryRow,
  versionId: string,
): Promise<number> {
  const version = await requireVersion(sql, storeKey, { storeId, versionId })
  if (version.memory_key === memory.key) return version.sequence
  return refuse({ kind: 'version_not_found', storeId, versionId })
}
