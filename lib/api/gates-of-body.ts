import type { GateChoice } from '@/lib/memory-tests/model/gate'

/** A caller's word about gates. Going on in spite of them is for a person at the dashboard alone. */
export function gatesOfBody({ gates }: { gates?: 'ask' | undefined }): GateChoice {
  return { isAsking: gates === 'ask' }
}
