import { z } from 'zod'
import {
  ANSWER_WITHIN_MS,
  answerBeforeCall,
  answerUnreadable,
  type GateDecision,
} from '@/lib/connect/gate-claude-code'
import { handleHook, hookBody } from '@/lib/connect/handle-hook'
import type { Handler } from '../api-call'
import { ApiError } from '../api-error'
import { parseInput } from '../parse'
import { bodyLimitFor, readJson } from '../read-body'

/** The former text of a file comes with what was done to it. */
const MAX_TEXT_BYTES = 2 * 1024 * 1024

/** Recognises a call before a write. */
const beforeCall = z.looseObject({ hook_event_name: z.literal('PreToolUse') })

export const POST: Handler = async ({ db, request }) => {
  const signal = AbortSignal.timeout(ANSWER_WITHIN_MS)
  let sent: unknown
  try {
    sent = await readJson(request, bodyLimitFor(MAX_TEXT_BYTES))
    const body = parseInput(hookBody, sent)
    const decision = await answerBeforeCall(db, body, signal)
    if (decision) return answerOf(decision)
    await handleHook(db, body)
    return {}
  } catch (error) {
    // To the agent's program an error is leave to go on.
    const isUnread = error instanceof ApiError && (sent === undefined || isBeforeCall(sent))
    const decision = isUnread ? await answerUnreadable(db) : null
    if (!decision) throw error
    return answerOf(decision)
  }
}

const isBeforeCall = (sent: unknown) => beforeCall.safeParse(sent).success

const answerOf = ({ decision, reason }: GateDecision) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: decision,
    permissionDecisionReason: reason,
  },
})
