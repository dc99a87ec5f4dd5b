/** The changeset, and its change if one is named, as a review's address ends: `chgset_1#mem_1.2`. */
const REVIEW_PLACE = /^chgset_[0-9A-Za-z]+(?:#[0-9A-Za-z_.]+)?$/

/** The page that redacts in a store; `review`: the place in a review to which its receipt leads back. */
export function redactAddress(storeId: string, review: string | null): string {
  return `/redact?${new URLSearchParams({ store: storeId, ...(review !== null && { review }) })}`
}

/** A redaction's progress and receipt, which leads back to a place in a review. */
export function redactionAddress(jobId: string, review: string | null): string {
  return `/redactions/${jobId}${review === null ? '' : `?${new URLSearchParams({ review })}`}`
}

/** The place in a review that an address names; null: it names none. */
export function reviewPlace(named: unknown): string | null {
  return typeof named === 'string' && REVIEW_PLACE.test(named) ? named : null
}
