import { padded, type Reader, type Tx } from '@/lib/db'
import { ancestorPaths } from '@/lib/text/memory-path'
import { pathConflict } from '../model/problems'

/** `path` and everything below it as conditions; never `startsWith`, which ignores case on SQLite. */
export const below = (path: string) => ({ gte: `${path}/`, lt: `${path}0` })

/**
 * The paths themselves and all below them, as conditions. The store stands in each: SQLite looks through all
 * of it otherwise.
 */
export const within = (storeId: string, paths: readonly string[]) => [
  { storeId, path: { in: [...paths] } },
  ...paths.map((path) => ({ storeId, path: below(path) })),
]

/** What lies at these paths, below them, or at one above them, as conditions. */
export const overlapping = (storeId: string, paths: readonly string[]) => [
  ...within(storeId, paths),
  { storeId, path: { in: padded([...new Set(paths.flatMap(ancestorPaths))]) } },
]

/** Where paths are looked at: in a change, or as they are. */
export interface PathsOf {
  tx: Pick<Reader | Tx, 'memory'>
  storeId: string
}

/** Of the memory that a path overlaps: itself, one above it, or one below. Ids in `except` do not count. */
export async function overlapOf(
  { tx, storeId }: PathsOf,
  path: string,
  except: readonly string[] = [],
): Promise<{ id: string; path: string | null } | null> {
  const { memory } = tx as Pick<Reader, 'memory'>
  return memory.findFirst({
    where: {
      OR: overlapping(storeId, [path]),
      ...(except.length > 0 && { id: { notIn: [...except] } }),
    },
    select: { id: true, path: true },
    orderBy: { path: 'asc' },
  })
}

/** Refuses `path_conflict` where a path is taken, or overlaps one that is. */
export async function refuseTaken(
  at: PathsOf,
  path: string,
  except: readonly string[] = [],
): Promise<void> {
  const taken = await overlapOf(at, path, except)
  if (taken) throw pathConflict(path, taken)
}
