import { checkInAddress } from '@/components/checks/check-address'
import type { Check } from '@/lib/replay/model/check'

/** Longer questions are filled in by their beginning. */
const MAX_IN_ADDRESS = 1_500

/** The address of a new test of a store, with what it asks, of which model, and its check filled in. */
export function newTestAddress(
  storeId: string,
  { question, check, model }: { question: string; check: Check; model: string },
): string {
  const filledIn = new URLSearchParams({
    question: question.slice(0, MAX_IN_ADDRESS),
    ...checkInAddress(check),
    model,
  })
  return `/stores/${storeId}/tests/new?${filledIn}`
}
