import { readFoundInWrite, withWriteMasks } from '@/components/proposals/read-found-in-write'
import { readHeldByRule } from '@/components/proposals/read-held-by-rule'
import type { CallChanges } from '@/components/session/conversation/call-changes'
import { changesOfCall } from '@/lib/agent/call-changes'
import { SessionError } from '@/lib/agent/problems'
import { database } from '@/lib/db/open-database'
import { getStore } from '@/lib/store/stores/read-stores'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ sessionId: string }>
}

/** The changes of a session's call, made or proposed, for its card. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { sessionId } = await params
  const eventId = new URL(request.url).searchParams.get('event') ?? ''
  try {
    const changes = await changesOfCall(database(), { sessionId, eventId })
    const rule = changes.hold && (await readHeldByRule(changes.hold))
    const limit = await limitOf(changes)
    const masked = await withWriteMasks(changes.changes)
    const found = changes.state === 'proposed' ? await readFoundInWrite(masked) : {}
    const answer = { ...changes, changes: masked, rule, ...limit, ...found }
    return Response.json(answer satisfies CallChanges)
  } catch (error) {
    if (error instanceof SessionError) return new Response(null, { status: 404 })
    throw error
  }
}

/** How large the text of what a proposal changes may be; nothing where it changes nothing. */
async function limitOf({ state, changes }: Awaited<ReturnType<typeof changesOfCall>>) {
  const [change] = changes
  if (state !== 'proposed' || !change) return {}
  const { settings } = await getStore(database(), change.storeId)
  return { limit: settings.maxContentBytes }
}
