import { db } from '@/lib/db'

/** What all stores hold together. */
export interface Totals {
  stores: number
  memories: number
  /** of the live texts */
  bytes: number
}

/** Counts all stores, archived ones too. */
export async function totals(): Promise<Totals> {
  const { _count, _sum } = await db.store.aggregate({
    where: { deletedAt: null },
    _count: true,
    _sum: { memoryCount: true, byteSize: true },
  })
  return { stores: _count, memories: _sum.memoryCount ?? 0, bytes: Number(_sum.byteSize ?? 0) }
}
