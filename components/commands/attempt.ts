import 'server-only'
import { databaseFaultOf } from '@/lib/db/database-fault'
import { causeOf, log } from '@/lib/log'
import { StoreError, type StoreProblem } from '@/lib/store/model/problems'
import { LOCAL_USER_ACTOR, type Cause } from '@/lib/store/model/actor'
import { formats, texts } from '@/components/i18n/server-texts'
import { plainName } from '@/lib/text/plain-text'
import type { ActionResult } from './action-result'
import { inputWords } from './input-words'

/** The actor in the browser, until there is sign-in. */
export const PERSON: Cause = { actor: LOCAL_USER_ACTOR }

/**
 * Runs an action; what the store refuses, and a disk that is full or cannot be reached, is answered
 * in words, so that what was typed stays. Other errors are bugs and thrown.
 */
export async function attempt<Value>(work: () => Promise<Value>): Promise<ActionResult<Value>> {
  try {
    return { isDone: true, value: await work() }
  } catch (error) {
    if (error instanceof StoreError)
      return { isDone: false, why: await storeProblemWords(error.problem) }
    const fault = databaseFaultOf(error)
    if (fault === null) throw error
    log.error('the database refused a write', causeOf(error))
    return { isDone: false, why: (await texts())(`Fault.${fault.fault}`) }
  }
}

/** Words a store's refusal for people. */
export async function storeProblemWords(problem: StoreProblem): Promise<string> {
  const t = await texts()
  switch (problem.kind) {
    case 'invalid_input':
      return inputWords(t, problem)
    case 'path_conflict':
      return t('Problem.path_conflict', {
        path: plainName(problem.path),
        other: plainName(problem.conflictingPath),
      })
    case 'content_too_large':
      return t('Problem.content_too_large', {
        path: plainName(problem.path),
        size: problem.size,
        limit: problem.limit,
      })
    case 'limit_reached':
      return t('Problem.limit_reached', { maximum: problem.maximum, limit: problem.limit })
    case 'moved_into_itself':
      return t('Problem.moved_into_itself', { path: plainName(problem.path) })
    case 'changed_since_seen':
      return t('Problem.changed_since_seen', { path: plainName(problem.path) })
    case 'store_changed':
      return t(problem.isWritten ? 'Problem.store_written' : 'Problem.store_changed')
    case 'moment_before_store': {
      const format = await formats()
      const time = format.dateTime(problem.since, { dateStyle: 'medium', timeStyle: 'short' })
      return t('Problem.moment_before_store', { time })
    }
    case 'moment_name_taken':
      return t('Problem.moment_name_taken', { name: plainName(problem.name) })
  }
  // A new kind without a text is a compiler error here.
  return t(`Problem.${problem.kind}`)
}
