import type { CommentStatus, Disposition } from '@/lib/review/model/comment'
import type { ActorMark } from '@/lib/store/model/actor-mark'

/** A remark as a page shows it. */
export interface RemarkView {
  id: string
  /** who: a name, or an id */
  name: string
  /** kind and name of the writer */
  label: string
  look: ActorMark
  /** whether the person at the page said it */
  isMine: boolean
  text: string
  /** milliseconds since 1970 */
  at: number
  /** time of reading it, milliseconds since 1970 */
  now: number
  isEdited: boolean
}

/** A comment with its replies, as a page shows it. */
export interface ThreadView {
  id: string
  disposition: Disposition
  status: CommentStatus
  /** its lines, in words */
  where: string
  /** whether these lines are gone */
  isOutdated: boolean
  /** the lines as they were commented on, if they are gone; null: they are there, or redacted */
  was: string | null
  /** the version in which an agent answered it; null: none did */
  answer: string | null
  /** its own text first */
  remarks: readonly RemarkView[]
}
