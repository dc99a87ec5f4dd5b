import type { DiffLines } from '@/components/lines/line'
import type { Ends } from '@/components/plan/address'
import type { ShownRow } from '@/components/plan/difference'
import { getMemory } from '@/lib/store/memories'
import { planRow } from '@/lib/store/plan/do-plan'
import type { Ask, End } from '@/lib/store/plan/plan'
import { getStore } from '@/lib/store/stores'
import { mergeRegions } from '@/lib/text/merge'
import { flagsOnAdded, shownDiff } from '../../call/read-changes'

/** The difference that a plan makes at one of its rows; of a conflict also what a merge by hand begins with. */
export async function plannedRow(
  storeId: string,
  ask: Ask,
  { id, path }: { id: string; path: string },
): Promise<ShownRow> {
  const { before, after, base } = await planRow(storeId, ask, id)
  const theirs = before ?? ''
  const ours = after ?? ''
  const at = (content: string | null) => (content === null ? null : { path, content })
  const { found: flags } = await flagsOnAdded({ before: at(before), after: at(after) })
  const difference = await shownDiff({ before: theirs, after: ours, path })
  const regions = base === undefined ? {} : { regions: mergeRegions({ base, ours, theirs }) }
  return { ...difference, flags, ...regions }
}

/** The difference between what stands at a path of each end; null: nothing does. */
export async function comparedRow(
  ends: Ends,
  paths: { one: string | null; other: string | null },
): Promise<DiffLines> {
  const before = await textAt(ends.one, paths.one)
  const after = await textAt(ends.other, paths.other)
  return shownDiff({ before, after, path: paths.other ?? paths.one })
}

async function textAt(end: End, path: string | null): Promise<string> {
  if (path === null) return ''
  await getStore(end.storeId)
  return (await getMemory({ ...end, path }, 'full')).content
}
