import { db } from '@/lib/db'
import type { Prisma } from '@/lib/db/generated/sqlite/client'
import { writersOf } from './actors'
import type { Writer } from './model/actor'

/** Changes that were made together, and by whom. */
export type Batch = Prisma.BatchGetPayload<object> & { by: Writer }

/** A batch of a store; null: there is none. */
export async function findBatch(storeId: string, id: string): Promise<Batch | null> {
  const row = await db.batch.findFirst({ where: { id, storeId } })
  if (!row) return null
  const writerOf = await writersOf([row])
  return { ...row, by: writerOf(row) }
}
