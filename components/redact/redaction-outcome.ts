import type { RedactionReceipt } from '@/lib/store/model/redaction-receipt'

const TONES = {
  gone: 'added',
  elsewhere: 'caution',
  notGone: 'removed',
  notKnown: 'caution',
  stopped: 'caution',
} as const

export type RedactionOutcome = keyof typeof TONES

/** The outcome of a redaction, wherever it is shown. */
export interface RedactionState {
  outcome: RedactionOutcome
  tone: (typeof TONES)[RedactionOutcome]
  /** time of the search for what is left, milliseconds since 1970; null: there was none */
  lookedAt: number | null
}

export function redactionState(receipt: RedactionReceipt): RedactionState {
  const outcome = outcomeOf(receipt)
  const lookedAt = receipt.proof === null ? null : receipt.redactedAt
  return { outcome, tone: TONES[outcome], lookedAt }
}

/**
 * Judges a receipt: the text is gone, stands only where it was not to be redacted, was found again,
 * may stand in versions that nobody can read, or the redaction was stopped before looking.
 */
function outcomeOf({
  proof,
  unreadable,
  elsewhere,
  compaction,
}: RedactionReceipt): RedactionOutcome {
  if (proof === null) return 'stopped'
  if (proof.placesLeft > 0) return 'notGone'
  const isElsewhere = elsewhere !== undefined && elsewhere.places > 0
  // The files are one for all stores: they still hold what other stores do.
  const isInFiles = proof.files.some((file) => file.found > 0)
  if (isInFiles && !(isElsewhere && compaction.isComplete)) return 'notGone'
  if (unreadable) return 'notKnown'
  return isElsewhere ? 'elsewhere' : 'gone'
}
