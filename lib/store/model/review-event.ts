/** The events of reviewing that followers of a store are told, besides its changes. */
export const REVIEW_EVENT_TYPES = [
  'changeset.updated',
  'proposal.created',
  'proposal.settled',
  'finding.created',
  'findings.updated',
  'version.attributed',
  'test.run',
  'bisection.step',
] as const

export type ReviewEventType = (typeof REVIEW_EVENT_TYPES)[number]

/** A hint to ask again; it holds no content. */
export interface ReviewEvent {
  type: ReviewEventType
  storeId: string
  /**
   * the id of the changeset, the proposal, the finding or the version; of `findings.updated` the memory,
   * whose findings moved with its lines, were fixed or judged; of `test.run` and `bisection.step` what
   * `subjectOfTest` makes
   */
  subject: string
  /** milliseconds since 1970 */
  createdAt: number
}

/** The subject of an event of a test's run, or of the search for the change with which it turned. */
export function subjectOfTest({ testId, id }: { testId: string; id: string }): string {
  return `${testId}/${id}`
}
