/** The reason for which an address did not take a digest. */
export type DigestPostFault = 'refused' | 'too_slow' | 'unreachable'

/** A digest that its address did not take yet. */
export interface FailedDigestPost {
  /** the first millisecond of its day or week, since 1970 */
  from: number
  fault: DigestPostFault
  tries: number
  /** milliseconds since 1970; null: it was given up */
  nextTryAt: number | null
}
