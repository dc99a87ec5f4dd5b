import { type ChangeGroup, groupChanges } from '@/components/log/group-changes'
import type { Database } from '@/lib/db/database'
import { countGroup, type GroupSize } from '@/lib/store/changes/count-group'
import type { ChangePage, ListChangesInput } from '@/lib/store/changes/list-changes'

/**
 * Counts the groups that a page may hold only in part, by their first change on it: of each store
 * the one that the page before may have begun, and the one that the next may continue. Only what the
 * list is narrowed to is counted.
 */
export async function groupSizes(
  db: Database,
  { changes, hasMore }: ChangePage,
  input: Omit<ListChangesInput, 'limit'>,
): Promise<Map<string, GroupSize>> {
  const groups = groupChanges(changes).flatMap((day) => day.groups)
  const cut = new Set([
    ...(input.after ? firstOfStores(groups) : []),
    ...(hasMore ? firstOfStores(groups.toReversed()) : []),
  ])
  const { operation, sessionId, pathStart, createdFrom, createdTo } = input
  const isNarrowed = [operation, sessionId, pathStart, createdFrom].some(
    (part) => part !== undefined,
  )
  const listed = isNarrowed
    ? { operation, sessionId, pathStart, createdFrom, createdTo }
    : undefined
  const sizes = new Map<string, GroupSize>()
  for (const [{ id, storeId, sequence }] of cut) {
    sizes.set(id, await countGroup(db, { storeId, sequence, until: createdTo, listed }))
  }
  return sizes
}

/** Of each store the first of these groups. */
function firstOfStores(groups: readonly ChangeGroup[]): ChangeGroup[] {
  const stores = new Set<string>()
  return groups.filter(([{ storeId }]) => {
    const isFirst = !stores.has(storeId)
    stores.add(storeId)
    return isFirst
  })
}
