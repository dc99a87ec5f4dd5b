import { SessionError, type SessionProblem } from '@/lib/agent/problems'
import { texts } from '@/components/i18n/server-texts'
import { plainText } from '@/lib/text/plain-text'
import { attempt, type ActionResult } from './action'

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

/** Why not, in words for the person; null: it was done. */
export async function refusalOf(work: () => Promise<unknown>): Promise<string | null> {
  const outcome = await attemptInSession(work)
  return outcome.isDone ? null : outcome.why
}

async function wordsOf(problem: SessionProblem): Promise<string> {
  const t = await texts()
  if (problem.kind === 'invalid_session_input') {
    return t('Problem.invalid_input', { field: problem.field, reason: plainText(problem.reason) })
  }
  return t(`Problem.${problem.kind}`)
}
