import type { StoreProblem } from '@/lib/store/model/problems'

/** What the store refuses, in words for the model. */
export function documentWords(problem: StoreProblem): string {
  switch (problem.kind) {
    case 'memory_not_found':
      return `Error: There is no document at ${problem.path ?? 'that path'}`
    case 'content_too_large':
      return `Error: ${problem.path} would exceed the maximum size of ${problem.limit} bytes`
    case 'path_conflict':
      return `Error: ${problem.path} overlaps the document at ${problem.conflictingPath}`
    case 'invalid_input':
      return `Error: Invalid input: ${problem.field} ${problem.reason}`
    case 'store_archived':
      return 'Error: The memory store is archived and takes no changes'
    case 'store_not_found':
      return 'Error: The memory store is gone'
    case 'limit_reached':
      return `Error: The memory store is full: it may hold at most ${problem.maximum} ${problem.limit}`
    case 'version_not_found':
    case 'precondition_failed':
    case 'head_not_redactable':
    case 'redaction_forbidden':
    case 'version_redacted':
    case 'version_is_deletion':
    case 'moved_into_itself':
    case 'moment_name_taken':
    case 'plan_changed':
    case 'changed_since_seen':
    case 'store_changed':
      return `Error: That cannot be done (${problem.kind})`
  }
}
