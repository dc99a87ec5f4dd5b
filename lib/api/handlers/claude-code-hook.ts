import { answerBeforeCall } from '@/lib/connect/gate-claude-code'
import { hearClaudeCode, hookBody } from '@/lib/connect/hear-claude-code'
import type { Handler } from '../api-call'
import { parseInput } from '../parse'
import { bodyLimitFor, readJson } from '../read-body'

/** The former text of a file comes with what was done to it. */
const MOST_TEXT_BYTES = 2 * 1024 * 1024

export const POST: Handler = async ({ db, request }) => {
  const body = parseInput(hookBody, await readJson(request, bodyLimitFor(MOST_TEXT_BYTES)))
  const decision = await answerBeforeCall(db, body)
  if (!decision) {
    await hearClaudeCode(db, body)
    return {}
  }
  return {
    hookSpecificOutput: {
      hookEventName: 'PreToolUse',
      permissionDecision: decision.decision,
      permissionDecisionReason: decision.reason,
    },
  }
}
