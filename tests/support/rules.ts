import { write } from '@/lib/db'
import type { StoreRules } from '@/lib/review/rules'

/** Gives a store these answers; the others are the defaults. */
export const setRules = (id: string, rules: Partial<StoreRules>) =>
  write((tx) => tx.store.update({ where: { id }, data: { rules }, select: { id: true } }))
