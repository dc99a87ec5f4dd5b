import { z } from 'zod'

/** Every refusal of the domain: a code, facts for who words it anew, and a sentence in English. */
export class Refusal extends Error {
  override readonly name = 'Refusal'

  constructor(
    readonly code: RefusalCode,
    message: string,
    readonly facts: RefusalFacts = {},
  ) {
    super(message)
  }
}

export type RefusalFacts = Readonly<Record<string, string | number | null>>

/** Returns whether an error is a refusal, also one that another bundle's class made. */
export function isRefusal(error: unknown): error is Refusal {
  return error instanceof Error && error.name === 'Refusal' && 'code' in error
}

/** What is asked for; null: it was refused, by this code if one is named. */
export function unlessRefused<T>(asked: Promise<T>, code?: RefusalCode): Promise<T | null> {
  return asked.catch((error: unknown) => {
    if (isRefusal(error) && error.code === (code ?? error.code)) return null
    throw error
  })
}

export type RefusalCode =
  // input
  | 'invalid_input'
  | 'content_too_large'
  | 'limit_reached'
  | 'too_large'
  // what is not there, or not for this caller
  | 'store_not_found'
  | 'memory_not_found'
  | 'version_not_found'
  | 'job_not_found'
  | 'key_not_found'
  | 'session_not_found'
  | 'held_not_found'
  | 'moment_before_store'
  // what stands in the way
  | 'store_archived'
  | 'path_conflict'
  | 'moved_into_itself'
  | 'path_occupied'
  | 'precondition_failed'
  | 'changed_since_seen'
  | 'plan_changed'
  | 'store_changed'
  | 'cursor_ahead'
  | 'moment_name_taken'
  | 'moment_renamed'
  | 'head_not_redactable'
  | 'redaction_forbidden'
  | 'version_redacted'
  | 'version_damaged'
  | 'version_is_deletion'
  // sessions, and writes that wait for a person
  | 'session_archived'
  | 'session_busy'
  | 'session_changed'
  | 'nothing_to_continue'
  | 'nothing_to_compact'
  | 'run_lost'
  | 'not_waiting'
  | 'held_changed'
  | 'held_not_possible'
  | 'reviewed_meanwhile'
  | 'changed_since_looked'
  | 'cannot_go_back'
  | 'archived_keeps_only'
  // by the rules of a store
  | 'held'
  | 'refused_by_rules'
  | 'rules_changed'
  | 'request_not_found'
  // asking an answer again, and tests
  | 'answer_under_way'
  | 'no_memory_in_answer'
  | 'answer_redacted'
  | 'observed_session'
  | 'store_gone'
  | 'model_gone'
  | 'model_failed'
  | 'check_invalid'
  | 'budget_too_small'
  | 'cause_not_found'
  | 'test_not_found'
  | 'test_changed'
  | 'test_run_not_found'
  // who calls
  | 'no_key'
  | 'bad_key'
  | 'may_not'
  | 'unknown_host'
  | 'foreign_origin'
  | 'too_many_streams'
  // sources of a seed
  | 'source_too_large'
  | 'not_a_source'
  | 'folder_not_allowed'
  | 'source_gone'
  | 'git_not_installed'
  | 'git_failed'
  | 'line_invalid'
  | 'line_not_json'
  | 'line_not_utf8'
  // folders in step
  | 'connection_not_found'
  | 'folder_refused'
  | 'settings_unreadable'
  | 'settings_changed'
  // the database
  | 'database_fault'
  | 'backup_refused'

const EITHER = new Intl.ListFormat('en-GB', { type: 'disjunction' })

/** How faults of input are worded, for API, MCP and tools; zod keeps this for the whole process. */
z.config({
  customError: (issue) => {
    if (issue.input === undefined) return 'must be given'
    if (issue.code === 'invalid_type') return `must be of the type ${issue.expected}`
    if (issue.code === 'invalid_value') return `must be ${EITHER.format(issue.values.map(String))}`
    if (issue.code === 'too_big') return `must ${boundOf(issue.origin, 'most', issue.maximum)}`
    if (issue.code === 'too_small') return `must ${boundOf(issue.origin, 'least', issue.minimum)}`
    return undefined
  },
})

function boundOf(origin: string, which: 'most' | 'least', bound: number | bigint): string {
  if (origin === 'string') return `be at ${which} ${bound} characters`
  return origin === 'array' ? `have at ${which} ${bound} entries` : `be at ${which} ${bound}`
}
