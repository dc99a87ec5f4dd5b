import { z } from '@hono/zod-openapi'
import { sees } from '@/lib/auth/access'
import { factsOfHook, hookBody } from '@/lib/folders/facts'
import { type GateDecision, gateOf } from '@/lib/folders/gate'
import { hear } from '@/lib/folders/heard'
import { untilDone } from '@/lib/ending'
import { causeOf, log } from '@/lib/log'
import { answer, may, operation, part } from './kit'

/** What other programs tell of their own calls. */

const tell = operation('post', '/v1/hooks/claude-code', 'tellOfCall', [may('tell')], {
  summary: 'Tell of a call of Claude Code',
  description:
    'The body that hooks of Claude Code of the type `http` send. What it says is a claim: it names the writer of bytes that a folder holds, and nothing else follows from it.',
  body: hookBody,
  responses: answer(z.looseObject({})),
})

export const hooks = part().openapi(tell, async (c) => {
  const body = c.req.valid('json')
  const facts = factsOfHook(body, Date.now())
  // The agent waits for the answer, and not for what follows from it.
  void untilDone(hear(facts, 'hook')).catch((error: unknown) =>
    log.warn('what a hook told was not noted', causeOf(error)),
  )
  const answered = await gateOf(body, (storeId) => sees(c.var.caller, storeId))
  return c.json(answered ? decisionOf(answered) : {}, 200)
})

/** As Claude Code takes it. */
const decisionOf = ({ decision, reason }: GateDecision) => ({
  hookSpecificOutput: {
    hookEventName: 'PreToolUse',
    permissionDecision: decision,
    permissionDecisionReason: reason,
  },
})
