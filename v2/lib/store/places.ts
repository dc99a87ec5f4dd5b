import { db } from '@/lib/db'

/** A store by which one goes to it. */
export interface StorePlace {
  id: string
  name: string
}

export interface StoresUsedLast {
  /** the one that was changed last first */
  stores: StorePlace[]
}

/** A memory by which one goes to it. */
export interface MemoryPlace {
  id: string
  path: string
  storeId: string
  storeName: string
}

export interface Places {
  stores: StorePlace[]
  memories: MemoryPlace[]
}

const standing = { deletedAt: null, archivedAt: null } as const

/** The stores that were changed last; archived ones are left out. */
export async function storesUsedLast(limit: number): Promise<StoresUsedLast> {
  const stores = await db.store.findMany({
    where: standing,
    select: { id: true, name: true },
    orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
    take: limit,
  })
  return { stores }
}

/**
 * Stores by name and live memories by path that hold all of some words, in any order; at most `limit`
 * of each. Letters in the case as typed, in lower case and capitalised.
 */
export async function findPlaces(words: readonly string[], limit: number): Promise<Places> {
  if (words.length === 0) return { ...(await storesUsedLast(limit)), memories: [] }
  const [stores, memories] = await Promise.all([
    db.store.findMany({
      where: { ...standing, AND: words.map((word) => ({ OR: holds('name', word) })) },
      select: { id: true, name: true },
      orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
      take: limit,
    }),
    db.memory.findMany({
      where: {
        path: { not: null },
        store: standing,
        AND: words.map((word) => ({ OR: holds('path', word) })),
      },
      select: { id: true, path: true, storeId: true, store: { select: { name: true } } },
      orderBy: { path: 'asc' },
      take: limit,
    }),
  ])
  return {
    stores,
    memories: memories.map(({ id, path, storeId, store }) => ({
      id,
      path: path ?? '',
      storeId,
      storeName: store.name,
    })),
  }
}

function holds<F extends 'name' | 'path'>(field: F, word: string) {
  const lower = word.toLowerCase()
  const spellings = new Set([word, lower, lower.charAt(0).toUpperCase() + lower.slice(1)])
  return [...spellings].map(
    (contains) => ({ [field]: { contains } }) as Record<F, { contains: string }>,
  )
}
