import type { Database } from '@/lib/db/database'
import { findMemory, type MemoryAddress } from './core/find'
import { findStore } from './core/store-transaction'
import { findMemoryAt } from './core/past'
import { quarantinedFor } from './core/quarantined'
import { memoryOf, type StoreRow } from './core/rows'
import { headText } from './core/recent-contents'
import type { Audience } from './model/audience'
import type { FullMemory, Memory, View } from './model/memory'
import { sequenceAt } from './core/sequence-at'
import type { Moment } from './model/moment'
import { refuse } from './model/problems'
import { parseStoreSettings, type StoreSettings } from './model/store-settings'

export type GetMemoryInput = MemoryAddress & {
  /** 'full' unless only metadata is needed */
  view?: View | undefined
  /** at this moment instead of now */
  at?: Moment | undefined
  /** agents are shown no version in quarantine; people if left out */
  audience?: Audience | undefined
}

/** A memory by id or path, now or at a moment. Refuses `store_not_found`, `memory_not_found`. */
export async function getMemory(
  db: Database,
  input: GetMemoryInput & { view?: 'full' | undefined },
): Promise<FullMemory>
export async function getMemory(db: Database, input: GetMemoryInput): Promise<Memory>
export async function getMemory(db: Database, input: GetMemoryInput): Promise<Memory> {
  const store = await findStore(db.read, input.storeId)
  return findIn(db, store, input)
}

export interface MemoryAndSettings {
  memory: FullMemory
  settings: StoreSettings
}

/** A memory with its content, and the settings of its store. Refuses like `getMemory`. */
export async function getMemoryAndSettings(
  db: Database,
  input: Omit<GetMemoryInput, 'view'>,
): Promise<MemoryAndSettings> {
  const store = await findStore(db.read, input.storeId)
  const memory = await findIn(db, store, { ...input, view: 'full' })
  const settings = parseStoreSettings(store.settings)
  return { memory: { ...memory, content: memory.content ?? '' }, settings }
}

async function findIn(db: Database, store: StoreRow, input: GetMemoryInput): Promise<Memory> {
  const { storeId } = input
  const memory = await findForAudience(db, store, input)
  if (!memory) {
    return refuse({
      kind: 'memory_not_found',
      storeId,
      memoryId: input.memoryId ?? null,
      path: input.path ?? null,
    })
  }
  if (input.view === 'basic') return memoryOf(memory, storeId, null)
  return memoryOf(memory, storeId, await headText(db.read, store.key, memory))
}

async function findForAudience(db: Database, store: StoreRow, input: GetMemoryInput) {
  const { memoryId, path, audience } = input
  const sequence = input.at ? await sequenceAt(db.read, store.key, input.at) : null
  const memory = await (sequence === null
    ? findMemory(db.read, store.key, input)
    : findMemoryAt(db.read, store.key, input, sequence))
  const where = memoryId === undefined ? { path } : { memoryId }
  const quarantined = await quarantinedFor(db.read, store, audience, { ...where, upTo: sequence })
  if (!quarantined || (memory && !quarantined.has(memory.key))) return memory
  const served = [...quarantined.values()].map((each) => each.served)
  return served.find((row) => row && (memoryId !== undefined || row.path === path))
}
