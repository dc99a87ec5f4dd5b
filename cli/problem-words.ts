import type { StoreProblem } from '@/lib/store/model/problems'
import { damagedInEnglish } from '@/lib/store/model/damaged-in-english'
import { ruleInEnglish } from '@/lib/store/model/rule-in-english'

/** Store refusals in words for whoever typed the command. */
export function problemWords(problem: StoreProblem): string {
  switch (problem.kind) {
    case 'invalid_input':
      return `${problem.field} ${ruleInEnglish(problem)}`
    case 'version_damaged':
      return damagedInEnglish(problem.versionId)
    case 'store_archived':
      return 'the store is archived'
    case 'store_not_found':
    case 'memory_not_found':
    case 'version_not_found':
    case 'memory_quarantined':
    case 'release_forbidden':
    case 'path_conflict':
    case 'precondition_failed':
    case 'content_too_large':
    case 'limit_reached':
    case 'head_not_redactable':
    case 'redaction_forbidden':
    case 'version_redacted':
    case 'version_is_deletion':
    case 'moved_into_itself':
    case 'moment_name_taken':
    case 'plan_changed':
    case 'changed_since_seen':
    case 'store_changed':
    case 'moment_before_store':
    case 'moment_not_found':
    case 'not_a_branch':
    case 'branch_origin_gone':
    case 'merge_conflicts':
    case 'refused_by_policy':
    case 'held_by_policy':
      return problem.kind.replaceAll('_', ' ')
  }
}
