import type { Database, WriteJob } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { refuse } from '../model/problems'
import { lockedStore } from '../stores/sql/stores'
import { findStore } from '../write/store-transaction'
import { type ProposedChange, proposeChanges } from './propose-changes'

/** A store after one of its changes. */
export interface StoreStanding {
  readonly storeId: string
  /** the last change that it has */
  readonly sequence: number
}

/** The changes that some work would make in a store, and the state on which it would make them. */
export interface TriedChanges extends StoreStanding {
  changes: ProposedChange[]
}

/**
 * Runs `work`, rolls back what it writes, and returns what that was in one store, and what `work`
 * returned. Refuses `store_not_found`, `plan_changed` if the store moves on meanwhile, and what `work`
 * refuses.
 */
export async function triedChanges<Value>(
  db: Database,
  storeId: string,
  work: (db: Database) => Promise<Value>,
): Promise<TriedChanges & { value: Value }> {
  const { key: storeKey, lastSequence: sequence } = await findStore(db.read, storeId)
  const standing = { storeId, sequence }
  const all = { storeKey, sinceSequence: sequence }
  const { value, changes } = await proposeChanges(writingAt(db, standing), all, work)
  return { ...standing, changes, value }
}

/**
 * A database in which the first change is only made on this state of a store, with `also` in the same
 * transaction. Refuses `plan_changed`. What comes after that change is written as ever.
 */
export function writingAt(
  db: Database,
  { storeId, sequence }: StoreStanding,
  also: (tx: WriteSql) => Promise<unknown> = async () => {},
): Database {
  let isChanged = false
  const write = async <Value>(job: WriteJob<Value>): Promise<Value> => {
    if (isChanged) return db.write(job)
    const { value, isChange } = await db.write(async (tx) => {
      // Locked first: nobody else changes it between this look and what the job writes.
      const store = await lockedStore(tx, storeId)
      if (store?.lastSequence !== sequence) refuse({ kind: 'plan_changed', storeId })
      let isChange = false
      const touch = (key: number) => {
        isChange = true
        tx.touch(key)
      }
      const value = await job({ ...tx, touch })
      if (isChange) await also(tx)
      return { value, isChange }
    })
    isChanged ||= isChange
    return value
  }
  const on = Object.create(db) as Database
  Object.defineProperty(on, 'write', { value: write })
  return on
}
