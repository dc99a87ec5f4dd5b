import type { Actor } from '@/lib/store/model/actor'
import type { LineRange } from '@/lib/text/line-range'

/** The response that a comment expects: none, an answer, or a change of its lines by an agent. */
export const DISPOSITIONS = ['note', 'question', 'fix'] as const

export type Disposition = (typeof DISPOSITIONS)[number]

export const COMMENT_STATUSES = ['open', 'resolved'] as const

export type CommentStatus = (typeof COMMENT_STATUSES)[number]

/** The longest text of a comment or reply, in UTF-16 units. */
export const MAX_REMARK_LENGTH = 4000

/** A text that somebody wrote in a comment. */
export interface Remark {
  id: string
  text: string
  by: Actor
  /** milliseconds since 1970 */
  at: number
  editedAt: number | null
}

/** A thread on lines of one version of a memory. */
export interface Comment {
  key: number
  id: string
  storeId: string
  memoryId: string
  /** the memory's present path; null: deleted */
  path: string | null
  versionId: string
  /** of that version; both ends inclusive */
  lines: LineRange
  /** the changeset in whose review it belongs */
  changesetId: string | null
  disposition: Disposition
  status: CommentStatus
  /** the agent's version that changed its lines since it was asked; null: none did */
  answeredBy: string | null
  by: Actor
  /** milliseconds since 1970 */
  createdAt: number
  /** its own text first, then the replies */
  remarks: Remark[]
}
