import 'server-only'
import type { z } from 'zod'
import type { ActionResult } from '@/components/commands/action-result'
import { attempt } from '@/components/commands/attempt'
import { commandWith } from '@/components/commands/command'
import type { ShownOn } from '@/components/commands/shown-on'
import { inputWords } from '@/components/commands/input-words'
import { texts } from '@/components/i18n/server-texts'
import { SessionError, type SessionProblem } from '@/lib/agent/problems'

/** Like `command`, with the refusals of sessions. */
export function sessionCommand<Schema extends z.ZodType, Value>(
  schema: Schema,
  work: (input: z.output<Schema>) => Promise<Value>,
  shownOn: ShownOn<z.output<Schema>, Value> = () => null,
): (input: z.input<Schema>) => Promise<ActionResult<Value>> {
  return commandWith(attemptInSession, schema, work, shownOn)
}

async function attemptInSession<Value>(work: () => Promise<Value>): Promise<ActionResult<Value>> {
  try {
    return await attempt(work)
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    return { isDone: false, why: await sessionProblemWords(error.problem) }
  }
}

/** Words a session's refusal for people. */
export async function sessionProblemWords(problem: SessionProblem): Promise<string> {
  const t = await texts()
  if (problem.kind === 'invalid_session_input') return inputWords(t, problem)
  return t(`Problem.${problem.kind}`)
}
