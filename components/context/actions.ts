'use server'

import { z } from 'zod'
import { create } from '@/components/act/act'
import { sendEvents } from '@/lib/sessions/send'

/** Asks for a summary in place of what the model still sees. */
export const summarise = create(
  z.object({ sessionId: z.string(), instructions: z.string() }),
  async ({ sessionId, instructions }, by) =>
    void (await sendEvents(sessionId, [{ type: 'user.compaction', instructions }], by)),
)
