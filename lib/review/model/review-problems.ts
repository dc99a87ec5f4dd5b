/** What reviewing refuses, with its facts; each face words it for itself. */
export type ReviewProblem =
  | { kind: 'changeset_not_found'; changesetId: string }
  /** The hunk is none of the changeset's, or a later change made another one of it. */
  | { kind: 'hunk_changed'; changesetId: string; hunkId: string }
  /** Somebody else decided it before. */
  | { kind: 'already_decided'; changesetId: string; hunkId: string }

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
