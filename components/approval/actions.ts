'use server'

import { z } from 'zod'
import { act, shown } from '@/components/act/act'
import { type Answer, answerHeld, sendEvents } from '@/lib/sessions/send'

const seen = { sha256: z.string() }

const answer = {
  result: z.enum(['allow', 'deny']),
  /** of a denial, to the agent */
  message: z.string().nullable(),
  /** the person's text in place of the agent's; null: as it is */
  content: z.string().nullable(),
  /** the session asks no more */
  isForSession: z.boolean(),
}

export type Answered = z.output<ReturnType<typeof z.object<typeof answer & typeof seen>>>

const answerOf = ({ sha256, result, message, content, isForSession }: Answered): Answer => ({
  result,
  ...(result === 'deny' && { deny_message: message?.trim() || null }),
  ...(result === 'allow' && { content_sha256: sha256, for_session: isForSession }),
  ...(content !== null && { content }),
})

/** A person's answer to a call that waits. What is allowed is what was shown, byte for byte. */
export const decideCall = act(
  shown(seen, { ...answer, sessionId: z.string(), callId: z.string() }),
  async ({ sessionId, callId, ...given }, by) => {
    const about = { type: 'user.tool_confirmation', tool_use_id: callId } as const
    await sendEvents(sessionId, [{ ...about, ...answerOf(given) }], by)
    return null
  },
  // The conversation hears of it by its own stream.
  () => null,
)

/** The same to any held write. */
export const decideHeld = act(
  shown(seen, { ...answer, heldId: z.string() }),
  async ({ heldId, ...given }, by) => {
    await answerHeld(heldId, answerOf(given), by)
    return given.result
  },
  () => '/review',
)
