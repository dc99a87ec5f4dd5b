import * as v from 'valibot'
import type { SessionEvent } from '@/lib/agent/session-event'

/** Part of a conversation, oldest first. */
export const conversationPartAnswer = v.object({
  events: v.array(v.custom<SessionEvent>(isEvent)),
})

export type ConversationPart = v.InferOutput<typeof conversationPartAnswer>

/**
 * Checks only the fields that every event has: the rest is the server's own, as in the session's
 * stream.
 */
function isEvent(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return false
  return (
    'id' in value &&
    typeof value.id === 'string' &&
    'type' in value &&
    typeof value.type === 'string' &&
    'sequence' in value &&
    typeof value.sequence === 'number'
  )
}
