import { z } from 'zod'
import type { ConversationPart } from '@/components/session/conversation/conversation-part'
import { conversationPart, type PartAsked } from '@/lib/agent/conversation-part'
import { SessionError } from '@/lib/agent/problems'
import { database } from '@/lib/db/open-database'

export const dynamic = 'force-dynamic'

interface Context {
  params: Promise<{ sessionId: string }>
}

const number = z.coerce.number().int().min(0)
const asked: z.ZodType<PartAsked> = z.union([
  z.strictObject({ before: number }),
  z.strictObject({ after: number }),
  z.strictObject({ around: z.string().min(1).max(100) }),
])

/** Part of a conversation that its page came without: `before` or `after` a number, `around` an event. */
export async function GET(request: Request, { params }: Context): Promise<Response> {
  const { sessionId } = await params
  const part = asked.safeParse(Object.fromEntries(new URL(request.url).searchParams))
  if (!part.success) return new Response(null, { status: 400 })
  try {
    const events = await conversationPart(database(), sessionId, part.data)
    return Response.json({ events } satisfies ConversationPart)
  } catch (error) {
    if (error instanceof SessionError) return new Response(null, { status: 404 })
    throw error
  }
}
