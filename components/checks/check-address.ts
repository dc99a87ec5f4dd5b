import { CHECK_KINDS, checkOf, type FormCheck, wordsOf } from './check-draft'

/** The parts of an address that fill in a check. */
export function checkInAddress(check: FormCheck): Record<string, string> {
  const judge: Record<string, string> = check.type === 'judged' ? { judge: check.model } : {}
  return { kind: check.type, text: wordsOf(check), ...judge }
}

/** The check that an address fills in; of words alone, that the answer says them. */
export function checkFromAddress({
  kind,
  text,
  judge,
}: Readonly<Record<string, unknown>>): FormCheck {
  const type = CHECK_KINDS.find((each) => each === kind) ?? 'contains'
  return checkOf(type, typeof text === 'string' ? text : '', typeof judge === 'string' ? judge : '')
}
