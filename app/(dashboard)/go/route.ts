import { z } from 'zod'
import type { Places } from '@/components/palette/places'
import { database } from '@/lib/db/open-database'
import { findPlaces } from './find-places'
import { visitedPlaces } from './visited-places'

export const dynamic = 'force-dynamic'

const query = z.object({
  q: z.string().max(500).default(''),
  /** the store whose memories come first */
  store: z.string().optional(),
  /** where the person was, the last first */
  visit: z.array(z.string().max(5_000)).max(20),
})

/** The destinations of the command palette that match a text; without one, those of late. */
export async function GET(request: Request): Promise<Response> {
  const { searchParams } = new URL(request.url)
  const asked = query.safeParse({
    ...Object.fromEntries(searchParams),
    visit: searchParams.getAll('visit'),
  })
  if (!asked.success) return Response.json({ error: z.prettifyError(asked.error) }, { status: 400 })
  const { q, store, visit } = asked.data
  const found: Places =
    q.trim() === ''
      ? await visitedPlaces(database(), visit)
      : await findPlaces(database(), {
          text: q,
          firstStoreId: store ?? null,
          signal: request.signal,
        })
  return Response.json(found)
}
