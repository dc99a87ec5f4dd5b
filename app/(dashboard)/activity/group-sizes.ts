import { groupChanges, sizeOf } from '@/components/activity/group-changes'
import type { Database } from '@/lib/db/database'
import { countGroup, type GroupSize } from '@/lib/store/changes/count-group'
import type { ChangePage, ListChangesInput } from '@/lib/store/changes/list-changes'

/**
 * Counts the groups that a page may hold only in part, by their first change on it: the one that
 * the page before may have begun, and the one that the next may continue. If a filter leaves out
 * some of a group, nothing is counted beyond the page.
 */
export async function groupSizes(
  db: Database,
  { changes, hasMore }: ChangePage,
  {
    after,
    operation,
    sessionId,
    pathStart,
    createdFrom,
    createdTo,
  }: Omit<ListChangesInput, 'limit'>,
): Promise<Map<string, GroupSize>> {
  const groups = groupChanges(changes).flatMap((day) => day.groups)
  const cut = new Set([after ? groups[0] : undefined, hasMore ? groups.at(-1) : undefined])
  const isNarrowed = [operation, sessionId, pathStart, createdFrom].some(Boolean)
  const sizes = new Map<string, GroupSize>()
  for (const group of cut) {
    if (!group) continue
    const [{ id, storeId, sequence }] = group
    const size = isNarrowed
      ? { ...sizeOf(group), isCut: true }
      : await countGroup(db, { storeId, sequence, until: createdTo })
    sizes.set(id, size)
  }
  return sizes
}
