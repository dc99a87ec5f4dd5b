import type { MaskedAnswer } from '@/components/session/conversation/masked-answer'
import { answerOfCall } from '@/lib/agent/call-changes'
import { SessionError } from '@/lib/agent/problems'
import { database } from '@/lib/db/open-database'
import { withSecretsMasked } from '@/lib/scan/masked-secrets'
import { withShortMasks } from '@/lib/text/masked-line'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ sessionId: string }>
}

/** The answer of a session's call without what is secret in it, for its card. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { sessionId } = await params
  const eventId = new URL(request.url).searchParams.get('event') ?? ''
  try {
    const answer = await answerOfCall(database(), { sessionId, eventId })
    if (answer === null) return new Response(null, { status: 404 })
    const lines = await withSecretsMasked(answer.split('\n'))
    const text = lines && lines.map(withShortMasks).join('\n')
    return Response.json({ text } satisfies MaskedAnswer)
  } catch (error) {
    if (error instanceof SessionError) return new Response(null, { status: 404 })
    throw error
  }
}
