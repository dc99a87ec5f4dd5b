/** The report of a store's scan, which is the result of its job. It holds no text. */
export interface ScanReport {
  /** memories that were looked at */
  memories: number
  /** versions of them, where their history was asked for */
  versions: number
  /** findings that were not known before */
  fresh: number
  /** findings that were */
  known: number
  /** texts that could not be scanned, or changed meanwhile */
  unscanned: number
  /** false: it was stopped before its end */
  isComplete: boolean
  /** whether nothing was stored */
  isDryRun: boolean
}
