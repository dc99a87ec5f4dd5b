import { z } from 'zod'
import { database } from '@/lib/db/open-database'
import { ReviewError } from '@/lib/review/model/review-problems'
import { noteAttention } from '@/lib/review/changesets/update-changeset'
import { LOCAL_USER_ACTOR } from '@/lib/store/model/actor'

const report = z.object({ visibleMs: z.number().nonnegative() })

/** Takes down for how long the changeset's page was looked at. */
export async function POST(
  request: Request,
  { params }: RouteContext<'/review/[changesetId]/attention'>,
): Promise<Response> {
  const parsed = report.safeParse(await request.json().catch(() => null))
  if (!parsed.success) return new Response(null, { status: 400 })
  const { changesetId } = await params
  const reviewer = LOCAL_USER_ACTOR
  try {
    const now = Date.now()
    await noteAttention(database(), { changesetId, reviewer, ...parsed.data, now })
    return new Response(null, { status: 204 })
  } catch (error) {
    if (error instanceof ReviewError) return new Response(null, { status: 404 })
    throw error
  }
}
