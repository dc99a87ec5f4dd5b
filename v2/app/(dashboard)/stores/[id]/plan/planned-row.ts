import { linesOfDiff } from '@/components/lines/diff-lines'
import type { ShownRow } from '@/components/plan/difference'
import { planRow } from '@/lib/store/plan/do-plan'
import type { Ask } from '@/lib/store/plan/plan'
import { mergeRegions } from '@/lib/text/merge'

/** The difference that a plan makes at one of its rows; of a conflict also what a merge by hand begins with. */
export async function plannedRow(
  storeId: string,
  ask: Ask,
  row: { id: string; path: string },
): Promise<ShownRow> {
  const { before, after, base } = await planRow(storeId, ask, row.id)
  const [theirs, ours] = [before ?? '', after ?? '']
  const difference = linesOfDiff({ before: theirs, after: ours, path: row.path })
  return base === undefined
    ? difference
    : { ...difference, regions: mergeRegions({ base, ours, theirs }) }
}
