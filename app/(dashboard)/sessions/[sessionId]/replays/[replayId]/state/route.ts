import { database } from '@/lib/db/open-database'
import { replayProgress } from '@/lib/replay/replay-head'
import type { ReplayNews } from '@/components/why/replay-news'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ sessionId: string; replayId: string }>
}

/** How far work on a turn is, for its page to know when to come anew. */
export async function GET(_: Request, { params }: Context): Promise<Response> {
  const { sessionId, replayId } = await params
  const replay = await replayProgress(database(), replayId)
  if (!replay || replay.sessionId !== sessionId) return new Response(null, { status: 404 })
  const { answers, waiting, state } = replay
  return Response.json({ answers, waiting, state } satisfies ReplayNews)
}
