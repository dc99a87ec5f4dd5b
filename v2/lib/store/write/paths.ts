import type { Tx } from '@/lib/db'
import { ancestorPaths } from '@/lib/text/memory-path'
import { pathConflict } from '../model/problems'

/** `path` and everything below it as conditions; never `startsWith`, which ignores case on SQLite. */
export const below = (path: string) => ({ gte: `${path}/`, lt: `${path}0` })

/** Of the memory that a path overlaps: itself, one above it, or one below. Ids in `except` do not count. */
export async function overlapOf(
  { tx, storeId }: { tx: Tx; storeId: string },
  path: string,
  except: readonly string[] = [],
): Promise<{ id: string; path: string | null } | null> {
  return tx.memory.findFirst({
    where: {
      // In each arm: SQLite looks through all of the store otherwise.
      OR: [
        { storeId, path: { in: [path, ...ancestorPaths(path)] } },
        { storeId, path: below(path) },
      ],
      ...(except.length > 0 && { id: { notIn: [...except] } }),
    },
    select: { id: true, path: true },
    orderBy: { path: 'asc' },
  })
}

/** Refuses `path_conflict` where a path is taken, or overlaps one that is. */
export async function refuseTaken(
  at: { tx: Tx; storeId: string },
  path: string,
  except: readonly string[] = [],
): Promise<void> {
  const taken = await overlapOf(at, path, except)
  if (taken) throw pathConflict(path, taken)
}
