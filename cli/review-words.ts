import type { ReviewProblem } from '@/lib/review/model/review-problems'

/** Refusals of reviewing in words for whoever typed the command. */
export function reviewWords(problem: ReviewProblem): string {
  switch (problem.kind) {
    case 'hunk_changed':
      return `the hunk changed since it was shown: ${problem.hunkId}`
    case 'hunk_not_found':
      return `there is no such hunk: ${problem.hunkId}`
    case 'already_decided':
      return `somebody else decided it before: ${problem.hunkId}`
    case 'own_changes':
      return 'a key never decides on what it wrote itself'
    case 'proposal_settled':
      return 'it was decided before, or lapsed'
    case 'proposal_changed':
      return 'the write changed since it was shown; look at it again'
    case 'proposal_not_in_turn':
      return 'gates stand before its store: decide first what its session wrote before it'
    default:
      return problem.kind.replaceAll('_', ' ')
  }
}
