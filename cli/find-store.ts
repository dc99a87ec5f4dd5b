import type { Database } from '@/lib/db/database'
import { listStores } from '@/lib/store/stores/read-stores'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import { UsageError } from './usage'

/**
 * The store with this id or name; null if there is none. Names need not be unique: an ambiguous one
 * is refused.
 */
export async function findStoreNamed(db: Database, nameOrId: string): Promise<MemoryStore | null> {
  const found: MemoryStore[] = []
  let after: string | undefined
  do {
    const page = await listStores(db, { limit: 100, includeArchived: true, after })
    found.push(...page.stores.filter(({ id, name }) => id === nameOrId || name === nameOrId))
    after = page.next ?? undefined
  } while (after !== undefined)
  if (found.length > 1) {
    const ids = found.map(({ id }) => id).join(', ')
    throw new UsageError(
      `there are ${found.length} stores of that name; name one by its id: ${ids}`,
    )
  }
  return found[0] ?? null
}

/** Like `findStoreNamed`, but refuses a missing store. */
export async function requireStoreNamed(db: Database, nameOrId: string): Promise<MemoryStore> {
  const store = await findStoreNamed(db, nameOrId)
  if (!store) throw new UsageError(`there is no store ${nameOrId}; see palimpsest stores`)
  return store
}
