import type { Database } from '@/lib/db/database'
import { chunked } from '@/lib/text/chunked'
import type { Cause } from '../model/actor'
import { refuse } from '../model/problems'
import type { Quarantine } from '../model/quarantine'
import { examineReaders } from '../reads/readers-of'
import { chosenVersions } from '../undo/chosen-versions'
import { requireVersion, versionAt } from '../versions/read-versions'
import { memoryById } from '../write/sql/heads'
import { answerableFor } from '../write/join-changeset'
import type { MemoryRow } from '../write/sql/heads'
import {
  changeStore,
  logEvent,
  nextSequence,
  type StoreTransaction,
} from '../write/store-transaction'
import { findQuarantine } from './quarantined'
import {
  addToCount,
  deleteQuarantine,
  memoriesOfKeys,
  ownHeldBack,
  putQuarantine,
} from './sql/quarantines'

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
          ? memory.headSequence
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
  const own = await ownHeldBack(sql, memory.key, actor)
  if (own) refuse({ kind: 'release_forbidden', memoryId: memory.id })
}

/** The same in a transaction under way. */
export async function releaseWithin(
  transaction: StoreTransaction,
  memory: Pick<MemoryRow, 'key' | 'headSequence'>,
): Promise<boolean> {
  const deleted = await deleteQuarantine(transaction.sql, memory.key)
  if (deleted === 0) return false
  await countQuarantined(transaction, -1)
  await examineReaders(transaction, { memoryKey: memory.key, from: 0 })
  await logEvent(transaction, nextSequence(transaction), {
    type: 'memory.released',
    versionSequence: memory.headSequence,
    actor: transaction.cause.actor,
  })
  return true
}

async function requireMemoryRow(
  { sql, storeKey }: StoreTransaction,
  { storeId, memoryId }: { storeId: string; memoryId: string },
): Promise<MemoryRow> {
  const memory = await memoryById(sql, storeKey, memoryId)
  return memory ?? refuse({ kind: 'memory_not_found', storeId, memoryId, path: null })
}

async function sequenceOf(
  { sql, storeKey, storeId }: StoreTransaction,
  memory: MemoryRow,
  versionId: string,
): Promise<number> {
  const version = await requireVersion(sql, storeKey, { storeId, versionId })
  if (version.memoryKey === memory.key) return version.sequence
  return refuse({ kind: 'version_not_found', storeId, versionId })
}

export interface QuarantineVersionsInput {
  storeId: string
  versionIds: readonly string[]
  /** for people */
  reason?: string | undefined
  cause: Cause
}

const KEYS_PER_QUERY = 500

/**
 * Puts the memories of these versions in quarantine, each from the earliest of its versions on, in
 * one transaction. Returns how many memories. Refuses `store_not_found`, `version_not_found`.
 */
export async function quarantineVersions(
  db: Database,
  { storeId, versionIds, reason = '', cause }: QuarantineVersionsInput,
): Promise<number> {
  return changeStore(
    db,
    storeId,
    cause,
    async (transaction) => {
      const { sql, storeKey } = transaction
      const changes = { versionIds }
      const chosen = await chosenVersions(sql, { storeKey, storeId, changes })
      const earliest = new Map<number, number>()
      for (const { memoryKey: key, sequence } of chosen) {
        earliest.set(key, Math.min(earliest.get(key) ?? sequence, sequence))
      }
      for (const keys of chunked([...earliest.keys()], KEYS_PER_QUERY)) {
        for (const memory of await memoriesOfKeys(sql, keys)) {
          const from = earliest.get(memory.key) ?? 0
          await quarantineWithin(transaction, { memory, from, reason })
        }
      }
      return earliest.size
    },
    { whenArchived: 'allow' },
  )
}

/** The same in a transaction under way: of a memory from a sequence on. */
export async function quarantineWithin(
  transaction: StoreTransaction,
  { memory, from, reason }: { memory: Pick<MemoryRow, 'key'>; from: number; reason: string },
): Promise<Quarantine> {
  const { sql, storeKey, now } = transaction
  const { actor } = answerableFor(transaction)
  const standing = await findQuarantine(sql, memory.key)
  if (standing && standing.fromSequence <= from) return standing
  const before = await versionAt(sql, memory.key, from - 1)
  const served = before && before.operation !== 'deleted' ? before.sequence : null
  await putQuarantine(sql, {
    memoryKey: memory.key,
    storeKey,
    fromSequence: from,
    servedSequence: served,
    reason,
    createdAt: now,
    actorType: actor.type,
    actorId: actor.id,
  })
  transaction.unheld.clear()
  if (!standing) await countQuarantined(transaction, 1)
  await examineReaders(transaction, { memoryKey: memory.key, from })
  await logEvent(transaction, nextSequence(transaction), {
    type: 'memory.quarantined',
    versionSequence: from,
    actor,
  })
  const quarantine = await findQuarantine(sql, memory.key)
  if (!quarantine) throw new Error('a memory that was put in quarantine is in none')
  return quarantine
}

/** Keeps the number of a store's memories in quarantine. */
async function countQuarantined({ sql, storeKey }: StoreTransaction, change: number) {
  await addToCount(sql, storeKey, change)
}
