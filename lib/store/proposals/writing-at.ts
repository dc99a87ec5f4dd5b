import type { Database, WriteJob } from '@/lib/db/database'
import type { WriteSql } from '@/lib/db/sql'
import { StoreError } from '../model/problems'
import { lockedStore } from '../stores/sql/stores'

/** A store after one of its changes. */
export interface StoreStanding {
  readonly storeId: string
  /** the last change that it has */
  readonly sequence: number
}

export interface WritingAt {
  /** done in the transaction of the change */
  also?: (tx: WriteSql) => Promise<unknown>
  /** thrown if the store has moved on; left out: `plan_changed` is refused */
  movedOn?: (() => Error) | undefined
}

/**
 * A database in which the first change is only made on this state of a store. What comes after that
 * change is written as ever.
 */
export function writingAt(
  db: Database,
  { storeId, sequence }: StoreStanding,
  { also = async () => {}, movedOn }: WritingAt = {},
): Database {
  let isChanged = false
  const write = async <Value>(job: WriteJob<Value>): Promise<Value> => {
    if (isChanged) return db.write(job)
    const { value, isChange } = await db.write(async (tx) => {
      // Locked first: nobody else changes it between this look and what the job writes.
      const store = await lockedStore(tx, storeId)
      if (store?.lastSequence !== sequence) {
        throw movedOn?.() ?? new StoreError({ kind: 'plan_changed', storeId })
      }
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
