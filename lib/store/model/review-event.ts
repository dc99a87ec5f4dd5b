/** The events of reviewing that followers of a store are told, besides its changes. */
export const REVIEW_EVENT_TYPES = [
  'changeset.updated',
  'proposal.created',
  'proposal.settled',
  'finding.created',
  'findings.updated',
  'version.attributed',
  'test.run',
] as const

export type ReviewEventType = (typeof REVIEW_EVENT_TYPES)[number]

/** A hint to ask again; it holds no content. */
export interface ReviewEvent {
  type: ReviewEventType
  storeId: string
  /**
   * the id of the changeset, the proposal, the finding, the version or the run of a memory test; of
   * `findings.updated` the memory, whose findings moved with its lines, were fixed or judged
   */
  subject: string
  /** milliseconds since 1970 */
  createdAt: number
}
