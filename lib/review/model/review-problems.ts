/** What reviewing refuses, with its facts; each face words it for itself. */
export type ReviewProblem =
  | { kind: 'changeset_not_found'; changesetId: string }
  /** Not the name of a hunk, or of one in a memory that the changeset did not change. */
  | { kind: 'hunk_not_found'; changesetId: string; hunkId: string }
  /** A later change made another hunk of it. */
  | { kind: 'hunk_changed'; changesetId: string; hunkId: string }
  /** Somebody else decided it before. */
  | { kind: 'already_decided'; changesetId: string; hunkId: string }
  /** The reviewer wrote some of the changeset. */
  | { kind: 'own_changes'; changesetId: string }
  /** There is nothing left to put aside. */
  | { kind: 'changeset_done'; changesetId: string }

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
