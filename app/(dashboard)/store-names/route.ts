import { z } from 'zod'
import type { StoreNames } from '@/components/stores/store-names'
import { database } from '@/lib/db/open-database'
import { findStores } from '@/lib/store/stores/read-stores'

export const dynamic = 'force-dynamic'

const SHOWN = 20

const query = z.object({
  q: z.string().max(500).default(''),
  /** archived ones too */
  archived: z.literal('1').optional(),
})

/** The stores that a filter offers for what is typed. */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!asked.success) return Response.json({ error: z.prettifyError(asked.error) }, { status: 400 })
  const { q, archived } = asked.data
  const { stores, hasMore } = await findStores(database(), {
    text: q,
    limit: SHOWN,
    includeArchived: archived === '1',
    signal: request.signal,
  })
  const found: StoreNames = {
    stores: stores.map(({ id, name, memoryCount }) => ({ id, name, memories: memoryCount })),
    isWhole: !hasMore,
  }
  return Response.json(found)
}
