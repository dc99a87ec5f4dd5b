import type { RedactionReceipt } from '@/lib/store/model/redaction-receipt'

/**
 * How a redaction ended: the text is gone, was found again, may stand in versions that nobody can
 * read, or it was stopped before looking.
 */
export function outcomeOf({
  proof,
  unreadable,
}: RedactionReceipt): 'gone' | 'notGone' | 'notKnown' | 'stopped' {
  if (proof === null) return 'stopped'
  const isGone = proof.placesLeft === 0 && proof.files.every((file) => file.found === 0)
  if (!isGone) return 'notGone'
  return unreadable ? 'notKnown' : 'gone'
}
