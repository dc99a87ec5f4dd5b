import { db, padded } from '@/lib/db'

/** A store by which one goes to it. */
export interface StorePlace {
  id: string
  name: string
}

/** A memory by which one goes to it. */
export interface MemoryPlace {
  id: string
  path: string
  storeId: string
  storeName: string
}

export interface Places {
  /** the one that was changed last first */
  stores: StorePlace[]
  sessions: { id: string; title: string }[]
  memories: MemoryPlace[]
}

const standing = { deletedAt: null, archivedAt: null } as const

/** Versions among which the stores are looked for that were written to last. */
const NEWEST = 200

/** The stores that were written to last, then those whose settings were; archived ones are left out. */
export async function storesUsedLast(limit: number): Promise<StorePlace[]> {
  const newest = await db.version.findMany({
    select: { storeId: true },
    orderBy: { createdAt: 'desc' },
    take: NEWEST,
  })
  const written = [...new Set(newest.map(({ storeId }) => storeId))]
  const found = async (id: { in: string[] } | { notIn: string[] }) =>
    db.store.findMany({
      where: { ...standing, id },
      select: { id: true, name: true },
      orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
      take: limit + written.length,
    })
  const [some, others] = await Promise.all([
    found({ in: padded(written) }),
    found({ notIn: padded(written) }),
  ])
  some.sort((one, other) => written.indexOf(one.id) - written.indexOf(other.id))
  return [...some, ...others].slice(0, limit)
}

/**
 * Stores by name, sessions by title and live memories by path that hold all of some words, in any order; at
 * most `limit` of each. Letters in the case as typed, in lower case and capitalised.
 */
export async function findPlaces(words: readonly string[], limit: number): Promise<Places> {
  if (words.length === 0) return { stores: await storesUsedLast(limit), sessions: [], memories: [] }
  const [stores, sessions, memories] = await Promise.all([
    db.store.findMany({
      where: { ...standing, AND: words.map((word) => ({ OR: holds('name', word) })) },
      select: { id: true, name: true },
      orderBy: [{ updatedAt: 'desc' }, { id: 'desc' }],
      take: limit,
    }),
    db.session.findMany({
      where: { archivedAt: null, AND: words.map((word) => ({ OR: holds('title', word) })) },
      select: { id: true, title: true },
      orderBy: { updatedAt: 'desc' },
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
    sessions: sessions.map(({ id, title }) => ({ id, title: title ?? '' })),
    memories: memories.map(({ id, path, storeId, store }) => ({
      id,
      path: path ?? '',
      storeId,
      storeName: store.name,
    })),
  }
}

function holds<F extends 'name' | 'title' | 'path'>(field: F, word: string) {
  const lower = word.toLowerCase()
  const spellings = new Set([word, lower, lower.charAt(0).toUpperCase() + lower.slice(1)])
  return [...spellings].map(
    (contains) => ({ [field]: { contains } }) as Record<F, { contains: string }>,
  )
}
