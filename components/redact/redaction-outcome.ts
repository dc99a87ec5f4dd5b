import type { RedactionReceipt } from '@/lib/store/model/redaction-receipt'

/** How a redaction ended: the text is gone, was found again, or it was stopped before looking. */
export function outcomeOf({ proof }: RedactionReceipt): 'gone' | 'notGone' | 'stopped' {
  if (proof === null) return 'stopped'
  const isGone = proof.placesLeft === 0 && proof.files.every((file) => file.found === 0)
  return isGone ? 'gone' : 'notGone'
}
