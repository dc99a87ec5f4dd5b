import { isMetByNoTool, type StoreProblem } from '@/lib/store/model/problems'
import { damagedInEnglish } from '@/lib/store/model/damaged-in-english'
import { ruleInEnglish } from '@/lib/store/model/rule-in-english'

/** Store refusals in words for the model. */
export function documentWords(problem: StoreProblem): string {
  if (isMetByNoTool(problem)) return cannotBeDone(problem)
  switch (problem.kind) {
    case 'memory_not_found':
      return `Error: There is no document at ${problem.path ?? 'that path'}`
    case 'memory_quarantined':
      return `Error: ${problem.path ?? 'That document'} is held for review and cannot be changed now.`
    case 'content_too_large':
      return `Error: ${problem.path} would exceed the maximum size of ${problem.limit} bytes`
    case 'path_conflict':
      return `Error: ${problem.path} overlaps the document at ${problem.conflictingPath}`
    case 'invalid_input':
      return `Error: Invalid input: ${problem.field} ${ruleInEnglish(problem)}`
    case 'store_archived':
      return 'Error: The memory store is archived and takes no changes'
    case 'store_not_found':
      return 'Error: The memory store is gone'
    case 'limit_reached':
      return `Error: The memory store is full: it may hold at most ${problem.maximum} ${problem.limit}`
    case 'refused_by_policy':
      return `Error: ${problem.path} was not saved: ${problem.reason}`
    case 'held_by_policy':
      return `Error: ${problem.path} was not saved: it is held for review, ${problem.reason}`
    case 'version_damaged':
      return `Error: ${damagedInEnglish(problem.versionId)}`
    case 'moved_into_itself':
      return cannotBeDone(problem)
  }
}

const cannotBeDone = ({ kind }: StoreProblem) => `Error: That cannot be done (${kind})`
