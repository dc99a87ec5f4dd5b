import { z } from 'zod'
import type { Places } from '@/components/palette/places'
import { database } from '@/lib/db/open-database'
import { findPlaces } from './find-places'

export const dynamic = 'force-dynamic'

const query = z.object({
  q: z.string().max(500).default(''),
  /** the store whose memories come first */
  store: z.string().optional(),
})

/** The destinations of the command palette that match a text. */
export async function GET(request: Request): Promise<Response> {
  const asked = query.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!asked.success) return Response.json({ error: z.prettifyError(asked.error) }, { status: 400 })
  const { q, store } = asked.data
  const found: Places = await findPlaces(database(), {
    text: q,
    firstStoreId: store ?? null,
    signal: request.signal,
  })
  return Response.json(found)
}
