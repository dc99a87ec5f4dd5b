import type { Database } from '@/lib/db/database'
import { findMemory, type MemoryAddress } from './core/find'
import { findStore } from './core/store-transaction'
import { findMemoryAt } from './core/past'
import { memoryOf } from './core/rows'
import { readText } from './core/stored-content'
import type { FullMemory, Memory, View } from './model/memory'
import { sequenceAt } from './core/sequence-at'
import type { Moment } from './model/moment'
import { refuse } from './model/problems'

export type GetMemoryInput = MemoryAddress & {
  /** 'full' unless only metadata is needed */
  view?: View | undefined
  /** at this moment instead of now */
  at?: Moment | undefined
}

/** A memory by id or path, now or at a moment. Refuses `store_not_found`, `memory_not_found`. */
export async function getMemory(
  db: Database,
  input: GetMemoryInput & { view?: 'full' | undefined },
): Promise<FullMemory>
export async function getMemory(db: Database, input: GetMemoryInput): Promise<Memory>
export async function getMemory(db: Database, input: GetMemoryInput): Promise<Memory> {
  const { storeId } = input
  const store = await findStore(db.read, storeId)
  const memory = await findMemoryThen(db, store.key, input)
  if (!memory) {
    return refuse({
      kind: 'memory_not_found',
      storeId,
      memoryId: input.memoryId ?? null,
      path: input.path ?? null,
    })
  }
  if (input.view === 'basic') return memoryOf(memory, storeId, null)
  const content = await readText(db.read, store.key, memory.head_sequence)
  return memoryOf(memory, storeId, content ?? '')
}

async function findMemoryThen(db: Database, storeKey: number, input: GetMemoryInput) {
  if (!input.at) return findMemory(db.read, storeKey, input)
  const sequence = await sequenceAt(db.read, storeKey, input.at)
  return findMemoryAt(db.read, storeKey, input, sequence)
}
