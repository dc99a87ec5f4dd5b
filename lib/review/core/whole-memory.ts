import type { ScanRule } from '@/lib/scan/rules'
import { isTooLargeForOneRead } from '@/lib/text/one-read'

const OF_WHOLE_MEMORY: readonly string[] = [
  'too_large',
  'near_duplicate',
] satisfies readonly ScanRule[]

/** Whether a rule is about a memory and not about some of its lines. */
export function isOfWholeMemory(rule: string): boolean {
  return OF_WHOLE_MEMORY.includes(rule)
}

/** Whether what such a rule found may still hold of a memory's text, as far as that tells. */
export function stillHolds(rule: string, text: string): boolean {
  return rule !== 'too_large' || isTooLargeForOneRead(text)
}
