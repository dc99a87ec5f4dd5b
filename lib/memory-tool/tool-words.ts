import { isMetByNoTool, StoreError, type StoreProblem } from '@/lib/store/model/problems'
import { damagedInEnglish } from '@/lib/store/model/damaged-in-english'
import { ruleInEnglish } from '@/lib/store/model/rule-in-english'
import { refuseCall } from './refusal'

/** Refuses with these words if the store has no such memory. */
export async function ifNotFound<T>(found: Promise<T>, words: string): Promise<T> {
  return found.catch((error: unknown) => {
    if (error instanceof StoreError && error.problem.kind === 'memory_not_found') {
      return refuseCall(words)
    }
    throw error
  })
}

/**
 * The tool's words for store refusals that the command itself does not word. `shown` is the path as
 * the model wrote it, `inTool` maps a store's path to the tool's.
 */
export function toolWords(
  problem: StoreProblem,
  shown: string,
  inTool: (storePath: string) => string,
): string {
  if (isMetByNoTool(problem)) return `Error: ${shown} cannot be changed (${problem.kind})`
  switch (problem.kind) {
    case 'content_too_large':
      return `Error: File ${inTool(problem.path)} would exceed the maximum size of ${problem.limit} bytes`
    case 'path_conflict':
      return problem.path === problem.conflictingPath ||
        problem.conflictingPath.startsWith(`${problem.path}/`)
        ? `Error: File ${inTool(problem.path)} already exists`
        : `Error: Cannot write ${inTool(problem.path)}: ${inTool(problem.conflictingPath)} is a file, not a directory`
    case 'invalid_input':
      return problem.field === 'path' || problem.field === 'new_path'
        ? `Error: Path ${shown} ${ruleInEnglish(problem)}`
        : `Error: Invalid input: the text ${ruleInEnglish(problem)}`
    case 'store_archived':
      return `Error: ${shown} is read-only`
    case 'store_not_found':
      return `Error: The memory store of ${shown} is gone`
    case 'limit_reached':
      return `Error: The memory store is full: it may hold at most ${problem.maximum} ${problem.limit}`
    case 'memory_quarantined': {
      const place = problem.path === null ? shown : inTool(problem.path)
      return `Error: ${place} is held for review and cannot be changed now.`
    }
    case 'memory_not_found':
      return `Error: The path ${shown} does not exist`
    case 'refused_by_policy':
      return `Error: ${inTool(problem.path)} was not saved: ${problem.reason}`
    case 'held_by_policy':
      return `Error: ${inTool(problem.path)} was not saved: it is held for review, ${problem.reason}`
    case 'version_damaged':
      return `Error: ${shown}: ${damagedInEnglish(problem.versionId)}`
    case 'moved_into_itself':
      return `Error: Cannot rename ${inTool(problem.path)} into itself`
  }
}
