import type { RedactionReceipt } from '@/lib/store/model/redaction-receipt'

/**
 * How a redaction ended: the text is gone, stands only where it was not to be redacted, was found
 * again, may stand in versions that nobody can read, or it was stopped before looking.
 */
export function outcomeOf({
  proof,
  unreadable,
  elsewhere,
  compaction,
}: RedactionReceipt): 'gone' | 'elsewhere' | 'notGone' | 'notKnown' | 'stopped' {
  if (proof === null) return 'stopped'
  if (proof.placesLeft > 0) return 'notGone'
  const isElsewhere = elsewhere !== undefined && elsewhere.places > 0
  // The files are one for all stores: they still hold what other stores do.
  const isInFiles = proof.files.some((file) => file.found > 0)
  if (isInFiles && !(isElsewhere && compaction.isComplete)) return 'notGone'
  if (unreadable) return 'notKnown'
  return isElsewhere ? 'elsewhere' : 'gone'
}
