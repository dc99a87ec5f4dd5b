import { z } from '@hono/zod-openapi'
import { sees } from '@/lib/auth/access'
import { LEVELS } from '@/lib/review/attention'
import { listToReview, type ReviewGroup } from '@/lib/review/to-review'
import { storeNotFound } from '@/lib/store/model/problems'
import { getStore } from '@/lib/store/stores'
import { groupedBy } from '@/lib/text/lists'
import { answer, id, may, operation, part, size } from './kit'

/** How much waits for a person: counts alone, since nothing is settled over HTTP. */

const counts = { memories: size, held_writes: size }

const WireReview = z
  .strictObject({
    type: z.literal('review'),
    data: z.array(
      z.strictObject({
        memory_store_id: z.string(),
        ...counts,
        by: z.array(
          z.strictObject({
            /** id of a session, a batch, a store (of a folder) or an actor */
            key: z.string(),
            ...counts,
            level: z.enum(['danger', 'look', 'plain', 'unknown']),
          }),
        ),
      }),
    ),
  })
  .openapi('Review')

const count = operation('get', '/v1/review', 'countToReview', [may('read')], {
  summary: 'Count what waits to be looked at, by store and by who wrote it',
  query: z.object({ memory_store_id: id.optional() }),
  responses: answer(WireReview),
})

/** What of a group is in each store, with the gravest level there. */
function inStores({ key, memories, held }: ReviewGroup) {
  const parts = groupedBy([...memories, ...held], ({ storeId }) => storeId)
  return [...parts].map(([storeId, all]) => {
    const own = memories.filter((each) => each.storeId === storeId)
    const level = LEVELS.find((each) => own.some((memory) => memory.level === each)) ?? 'plain'
    const numbers = { memories: own.length, held_writes: all.length - own.length }
    return { storeId, counted: { key, ...numbers, level } }
  })
}

const sum = (numbers: readonly number[]) => numbers.reduce((one, other) => one + other, 0)

export const reviews = part().openapi(count, async (c) => {
  const { memory_store_id: asked } = c.req.valid('query')
  if (asked !== undefined && !sees(c.var.caller, asked)) throw storeNotFound(asked)
  if (asked !== undefined) await getStore(asked)
  const { signal } = c.req.raw
  const { groups } = await listToReview({ storeId: asked, most: Infinity, signal })
  const seen = groups.flatMap(inStores).filter(({ storeId }) => sees(c.var.caller, storeId))
  const data = [...groupedBy(seen, ({ storeId }) => storeId)].map(([memory_store_id, parts]) => {
    const by = parts.map(({ counted }) => counted)
    const memories = sum(by.map((each) => each.memories))
    return { memory_store_id, memories, held_writes: sum(by.map((each) => each.held_writes)), by }
  })
  return c.json({ type: 'review' as const, data }, 200)
})
