import type { Standing } from '@/components/review/news'
import { standingOf } from '@/components/review/shown-memory'
import { listToReview } from '@/lib/review/to-review'
import { answering } from '../../answered'

/** What is to review now, of a store or a group: enough to say what is new. */
export const GET = answering(async (asked): Promise<Standing> => {
  const { groups } = await listToReview({ storeId: asked.get('store') || undefined })
  const key = asked.get('group')
  return standingOf(key === null ? groups : groups.filter((group) => group.key === key))
})
