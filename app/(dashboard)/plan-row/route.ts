import { askedIn } from '@/components/plan/asked'
import { Refusal } from '@/lib/refusal'
import { answering } from '../answered'
import { plannedRow } from '../stores/[id]/rows'

/** The difference of one row of a plan. */
export const GET = answering((asked) => {
  const { store = '', row = '', path = '', ...pairs } = Object.fromEntries(asked)
  const ask = askedIn(pairs)
  if (!ask) throw new Refusal('invalid_input', 'The address names no plan.')
  return plannedRow(store, ask, { id: row, path })
})
