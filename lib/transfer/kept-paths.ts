import { presentPaths, storeKeyOf } from '@/lib/store/seeding/seeds'
import type { SeedReason } from '@/lib/store/model/seed-reason'
import type { SeedEntry } from './seed-report'
import type { Seeding } from './seeding'

/**
 * The entries, with what became of memories that are kept and no longer at the paths where they were
 * seeded: renamed in the store, or deleted.
 */
export async function withKeptPaths(
  { db, storeId, bases, othersBases }: Seeding,
  entries: readonly SeedEntry[],
): Promise<SeedEntry[]> {
  const seeded = new Map<string, number>()
  for (const { path, action, reason } of entries) {
    if (action !== 'keep' || reason !== null) continue
    const base = bases.get(path) ?? othersBases.get(path)?.[0]
    if (base && base.sequence > 0) seeded.set(path, base.sequence)
  }
  if (storeId === null || seeded.size === 0) return [...entries]
  const present = await presentPaths(db, await storeKeyOf(db, storeId), [...seeded.values()])
  return entries.map((entry) => {
    const path = present.get(seeded.get(entry.path) ?? 0)
    if (path === undefined) return entry
    const reason: SeedReason =
      path === null ? { code: 'deleted_in_store' } : { code: 'moved_in_store', path }
    return { ...entry, reason }
  })
}
