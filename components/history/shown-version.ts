import type { Attribution } from '@/lib/connect/attributions-of'
import type { LineCounts } from '@/lib/text/text-diff'

/**
 * A version as a list shows it. A page sends a list of these, not the rows made of them, which are
 * ten times as large: what is false or absent is left out.
 */
export interface ShownVersion {
  id: string
  ordinal: number
  /** milliseconds since 1970 */
  createdAt: number
  /** the day that begins with it, in words */
  day?: string | undefined
  /** its change, in words */
  words: string
  /** the kind of its change, in place of the writer */
  note?: string | undefined
  /** the index of its writer among those of the list */
  writer: number
  /** address of the call that wrote it */
  call?: string | undefined
  /** of a version that was taken in from a folder */
  attribution?: Attribution | undefined
  /** the program that wrote it */
  client?: string | undefined
  /** its batch, in words */
  batch?: string | undefined
  /** the comments on it, counted in figures and in words */
  comments?: { count: number; words: string } | undefined
  /** the difference from the version before: in lines, or a size in words */
  change?: { from: string; fromOrdinal: number; amount: LineCounts | string } | undefined
  /** of the first version: its size in words */
  size?: string | undefined
  /** whether the row above is of the same day, writer and session */
  isJoined?: true | undefined
  isShown?: true | undefined
  /** whether it was written after the moment shown */
  isLater?: true | undefined
  isUnreviewed?: true | undefined
  isQuarantined?: true | undefined
  /** whether a redaction took a text out of it */
  isRewritten?: true | undefined
}
