import { answering } from '@/app/(dashboard)/answered'
import { endsIn } from '@/components/plan/address'
import { comparedRow } from '../stores/[id]/rows'

/** The difference of one row of a comparison. */
export const GET = answering((asked) => {
  const { store = '', one, other, ...search } = Object.fromEntries(asked)
  return comparedRow(endsIn(store, search), { one: one ?? null, other: other ?? null })
})
