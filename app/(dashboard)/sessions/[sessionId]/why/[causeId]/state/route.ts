import { database } from '@/lib/db/open-database'
import { causeProgress } from '@/lib/replay/get-cause'
import type { CauseNews } from '@/components/why/cause-news'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ sessionId: string; causeId: string }>
}

/** How far a search is, for its page to know when to come anew. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { sessionId, causeId } = await params
  const cause = await causeProgress(database(), causeId)
  if (!cause || cause.sessionId !== sessionId) return new Response(null, { status: 404 })
  const { answers, state } = cause
  return Response.json({ answers, state } satisfies CauseNews)
}
