import { likelyMoneyInEnglish } from '@/lib/text/dollars'
import { type GateCheck, gatesAgainst, gatesUnderWay, gatesUnknown } from './gate'

/** Says why gates hold something, for programs and the command line. */
export function gatesInEnglish(check: GateCheck): string {
  const against = gatesAgainst(check)
  if (against.length > 0) {
    return `Gates did not pass on what would come about, so nothing was done: ${namesOf(against)}. A person at the dashboard may go on in spite of that.`
  }
  const underWay = gatesUnderWay(check)
  if (underWay.length > 0) {
    return `Gates are being asked about what would come about: ${namesOf(underWay)}. Nothing was done yet; try again when they have told.`
  }
  const unknown = gatesUnknown(check)
  if (unknown.length > 0) {
    return `Gates gave no answer, so nothing was done: ${namesOf(unknown)}. gates: "ask" asks them again.`
  }
  return `Gates are to be asked about what would come about first, so nothing was done: ${namesOf(check.gates)}. gates: "ask" asks them, which ${costOf(check)}.`
}

/** The price of asking them. */
function costOf({ price }: GateCheck): string {
  if (price?.isFree) return 'is free: the practice agent answers'
  if (price === null) return 'costs what their answers cost'
  const { inputTokens, outputTokens, usd } = price.usage
  return `takes about ${inputTokens + outputTokens} tokens${likelyMoneyInEnglish(usd)}`
}

const namesOf = (gates: readonly { name: string; held: number; of: number }[]) =>
  gates.map(({ name, held, of }) => (of > 0 ? `${name} (${held} of ${of})` : name)).join(', ')
