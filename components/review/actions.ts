'use server'

import { getTranslations } from 'next-intl/server'
import { z } from 'zod'
import { act, shown } from '@/components/act/act'
import { problemWords } from '@/components/act/problem-words'
import type { Undone } from '@/components/act/use-act'
import { keepOlder as keepOlderOf, settle } from '@/lib/review/settle'
import { undoBatch } from '@/lib/store/plan/do-plan'
import { storeOfBatch } from '@/lib/store/told'

const settled = z.object({
  storeId: z.string(),
  memoryId: z.string(),
  base: z.number().int().nullable(),
  through: z.number().int(),
  shown: z.string(),
  back: z.array(
    z.union([z.number().int(), z.object({ hunk: z.number().int(), text: z.string() })]),
  ),
})

/** What was settled, and by which batches it is undone. */
interface SettledBatches {
  batchIds: string[]
  /** ids of all that were settled */
  memoryIds: string[]
  /** why one store was left as it is; null: none was */
  why: string | null
}

const pageOf = ({ groupKey }: { groupKey: string }) => `/review/${encodeURIComponent(groupKey)}`

/** Settles memories as they were shown: all of a store, or nothing in it. */
export const settleShown = act(
  shown({ memories: z.array(settled).min(1) }, { groupKey: z.string() }),
  async ({ memories }, by): Promise<SettledBatches> => {
    const { batchIds, refused } = await settle(memories, by)
    // Stores go in the order in which the memories name them.
    const stores = [...new Set(memories.map(({ storeId }) => storeId))].slice(0, batchIds.length)
    return {
      batchIds,
      memoryIds: memories.flatMap((each) => (stores.includes(each.storeId) ? each.memoryId : [])),
      why: refused && problemWords(await getTranslations('Problems'), refused),
    }
  },
  pageOf,
)

/** Opens the marks again that were settled, and takes back what was written by it. */
export const undoSettled = act(
  shown({ batchIds: z.array(z.string()) }, { groupKey: z.string() }),
  async (input, by): Promise<Undone> => {
    let stayed = 0
    for (const batchId of input.batchIds) {
      stayed += await undoBatch(await storeOfBatch(batchId), batchId, by)
    }
    return { stayed }
  },
  pageOf,
)

/** Keeps, unread, all that agents wrote before the newest that the inbox shows, and that it does not show. */
export const keepOlder = act(
  shown(
    { than: z.object({ at: z.date(), memoryId: z.string() }), but: z.array(z.string()) },
    { storeId: z.string().optional() },
  ),
  (input, by) => keepOlderOf(input, by),
  () => '/review',
)
