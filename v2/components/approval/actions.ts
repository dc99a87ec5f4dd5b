'use server'

import { z } from 'zod'
import { act, shown } from '@/components/act/act'
import { sendEvents } from '@/lib/sessions/send'

/** A person's answer to a call that waits. What is allowed is what was shown, byte for byte. */
export const decideCall = act(
  shown(
    { sha256: z.string() },
    {
      sessionId: z.string(),
      callId: z.string(),
      result: z.enum(['allow', 'deny']),
      /** of a denial, to the agent */
      message: z.string().nullable(),
      /** the person's text in place of the agent's; null: as it is */
      content: z.string().nullable(),
      /** the session asks no more */
      isForSession: z.boolean(),
    },
  ),
  async ({ sessionId, callId, sha256, result, message, content, isForSession }, by) => {
    const confirmation = {
      ...{ type: 'user.tool_confirmation' as const, tool_use_id: callId, result },
      ...(result === 'deny' && { deny_message: message?.trim() || null }),
      ...(result === 'allow' && { content_sha256: sha256, for_session: isForSession }),
      ...(content !== null && { content }),
    }
    await sendEvents(sessionId, [confirmation], by)
    return null
  },
  // The conversation hears of it by its own stream.
  () => null,
)
