import { isDeepStrictEqual } from 'node:util'
import { Refusal } from '@/lib/refusal'
import type { Cause } from '@/lib/store/model/actor'
import { change } from '@/lib/store/write/change'
import type { StoreRules } from './rules'

/**
 * Gives a store other rules, for what agents write from now on. `shown`: those that the page showed, null:
 * they could not be read. Refuses `store_not_found`, `store_archived`, `rules_changed`.
 */
export function saveRules(
  storeId: string,
  { shown, rules }: { shown: StoreRules | null; rules: StoreRules },
  cause: Cause,
): Promise<StoreRules> {
  return change(storeId, cause, async (c) => {
    if (!isDeepStrictEqual(c.store.rules, shown)) {
      throw new Refusal('rules_changed', 'Somebody saved other rules meanwhile.')
    }
    if (isDeepStrictEqual(c.store.rules, rules)) return c.nothing(rules)
    await c.event({ type: 'rules' })
    await c.tx.store.update({ where: { id: storeId }, data: { rules }, select: { id: true } })
    return rules
  })
}
