import { CHECK_KINDS, checkOf, wordsOf } from './check-draft'
import type { Check } from '@/lib/replay/model/check'

/** The parts of an address that fill in a check. */
export function checkInAddress(check: Check): Record<string, string> {
  const judge: Record<string, string> = check.type === 'judged' ? { judge: check.model } : {}
  return { kind: check.type, text: wordsOf(check), ...judge }
}

/** The check that an address fills in; of words alone, that the answer says them. */
export function checkFromAddress({ kind, text, judge }: Readonly<Record<string, unknown>>): Check {
  const type = CHECK_KINDS.find((each) => each === kind) ?? 'contains'
  return checkOf(type, typeof text === 'string' ? text : '', typeof judge === 'string' ? judge : '')
}
