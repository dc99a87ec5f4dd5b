'use client'

import { leaveWarning } from '@/components/ui/warn-on-leave'
import type { EditedPolicy } from './edited-policy'

/** What is being edited of a policy, and the revision that it began from. */
export interface Draft {
  policy: EditedPolicy
  revision: number
  /** how many rules were added to it, removed ones included: each has a key of its own */
  added: number
}

/*
 * In the memory of this tab only, as of memories. Before the tab is closed or loads another page
 * the browser asks.
 */
const drafts = new Map<string, Draft>()
const warnIf = leaveWarning()

/** Keeps what is edited of a store's policy while another page is shown; null: nothing is. */
export function keepDraft(storeId: string, draft: Draft | null): void {
  if (draft) drafts.set(storeId, draft)
  else drafts.delete(storeId)
  warnIf(drafts.size > 0)
}

/** What was edited of a store's policy and not saved; null: nothing. */
export function keptDraft(storeId: string): Draft | null {
  return drafts.get(storeId) ?? null
}
