import { Refusal } from '@/lib/refusal'
import type { Cause } from '@/lib/store/model/actor'
import { change } from '@/lib/store/write/change'
import { readRules, type StoreRules } from './rules'

/**
 * Gives a store other rules, for what agents write from now on; what waits already goes on waiting. `shown`:
 * the rules that the page showed, null: they could not be read. Refuses `store_not_found`,
 * `store_archived`, `invalid_input`, `rules_changed`.
 */
export async function saveRules(
  storeId: string,
  { shown, rules }: { shown: StoreRules | null; rules: StoreRules },
  cause: Cause,
): Promise<StoreRules> {
  const next = readRules(rules)
  return change(storeId, cause, async (c) => {
    if (!isSame(c.store.rules, shown)) throw rulesChanged()
    if (isSame(c.store.rules, next)) return c.nothing(next)
    await c.event({ type: 'rules' })
    await c.tx.store.update({ where: { id: storeId }, data: { rules: next }, select: { id: true } })
    return next
  })
}

/** Both come from one schema, and so have their fields in one order. */
const isSame = (one: StoreRules | null, other: StoreRules | null) =>
  JSON.stringify(one) === JSON.stringify(other && readRules(other))

const rulesChanged = () =>
  new Refusal('rules_changed', 'Somebody saved other rules meanwhile. Look at them again.')
