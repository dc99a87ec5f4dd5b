import type { Ends } from '@/components/plan/address'
import { linesOfDiff } from '@/components/lines/diff-lines'
import type { DiffLines } from '@/components/lines/line'
import { getMemory } from '@/lib/store/memories'
import type { End } from '@/lib/store/plan/plan'
import { getStore } from '@/lib/store/stores'

/** The difference between what stands at a path of each end; null: nothing does. */
export async function comparedRow(
  ends: Ends,
  paths: { one: string | null; other: string | null },
): Promise<DiffLines> {
  const before = await textAt(ends.one, paths.one)
  const after = await textAt(ends.other, paths.other)
  return linesOfDiff({ before, after, path: paths.other ?? paths.one })
}

async function textAt(end: End, path: string | null): Promise<string> {
  if (path === null) return ''
  await getStore(end.storeId)
  return (await getMemory({ ...end, path }, 'full')).content
}
