import 'server-only'
import { SessionError, type SessionProblem } from '@/lib/agent/problems'
import { texts } from '@/components/i18n/server-texts'
import type { ActionResult } from '@/components/commands/action-result'
import { attempt } from '@/components/commands/attempt'
import { inputWords } from '@/components/commands/input-words'

/** As `attempt`, for what sessions refuse as well. */
export async function attemptInSession<Value>(
  work: () => Promise<Value>,
): Promise<ActionResult<Value>> {
  try {
    return await attempt(work)
  } catch (error) {
    if (!(error instanceof SessionError)) throw error
    return { isDone: false, why: await wordsOf(error.problem) }
  }
}

async function wordsOf(problem: SessionProblem): Promise<string> {
  const t = await texts()
  if (problem.kind === 'invalid_session_input') return inputWords(t, problem)
  return t(`Problem.${problem.kind}`)
}
