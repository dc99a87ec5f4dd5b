import type { PolicyFault } from './policy-problem'

/** The refusals of reviewing, with their facts; each face words them for itself. */
export type ReviewProblem =
  /** Somebody saved the policy since; `revision` is the present one. */
  | { kind: 'policy_changed'; storeId: string; revision: number }
  /** The policy says something that no policy may. */
  | ({ kind: 'policy_faulty' } & PolicyFault)
  | { kind: 'changeset_not_found'; changesetId: string }
  /** Not the name of a hunk, or of one in a memory that the changeset did not change. */
  | { kind: 'hunk_not_found'; changesetId: string; hunkId: string }
  /** A later change made another hunk of it. */
  | { kind: 'hunk_changed'; changesetId: string; hunkId: string }
  /** The changeset's version of the memory is another by now: `versionId`. */
  | { kind: 'memory_grown'; changesetId: string; memoryId: string; versionId: string }
  /** Somebody else decided it before. */
  | { kind: 'already_decided'; changesetId: string; hunkId: string }
  /** The reviewer wrote some of the changeset. */
  | { kind: 'own_changes'; changesetId: string }
  | { kind: 'proposal_not_found'; proposalId: string }
  /** It was decided before, or lapsed. */
  | { kind: 'proposal_settled'; proposalId: string }
  /** The change that would be written is no longer the one that was shown. */
  | { kind: 'proposal_changed'; proposalId: string }
  /** The memory that it changes is no longer as it was. */
  | { kind: 'proposal_impossible'; proposalId: string }
  /** A deletion, a rename, and a write to several memories have no text to change. */
  | { kind: 'proposal_not_editable'; proposalId: string }
  /** Gates stand before its store, and its session has something to write before it. */
  | { kind: 'proposal_not_in_turn'; proposalId: string }
  /** There is nothing left to put aside. */
  | { kind: 'changeset_done'; changesetId: string }
  | { kind: 'finding_not_found'; findingId: string }
  /** Its lines are gone: there is nothing left to say of it. */
  | { kind: 'finding_fixed'; findingId: string }
  /** Somebody else judged it before; they, or whoever opens it again first, can say otherwise. */
  | { kind: 'finding_judged'; findingId: string }
  /** The reviewer wrote what it was found in. */
  | { kind: 'own_finding'; findingId: string }
  | { kind: 'exception_not_found'; exceptionId: string }
  | { kind: 'comment_not_found'; commentId: string }
  | { kind: 'remark_not_found'; commentId: string; remarkId: string }
  /** The version has no such lines: it has fewer, or it deleted the memory. */
  | { kind: 'lines_not_there'; versionId: string; lineCount: number }
  /** Somebody else wrote it. */
  | { kind: 'remark_by_other'; commentId: string }
  /** Others replied, and their replies would go with it. */
  | { kind: 'comment_has_replies'; commentId: string }

export type ReviewProblemKind = ReviewProblem['kind']

/** The only error that `lib/review` throws to refuse something, besides those of the store. */
export class ReviewError extends Error {
  override readonly name = 'ReviewError'

  constructor(readonly problem: ReviewProblem) {
    super(problem.kind)
  }
}

export function refuseReview(problem: ReviewProblem): never {
  throw new ReviewError(problem)
}
