'use client'

import { leaveWarning } from '@/components/ui/warn-on-leave'
import type { EditedPolicy } from './edited-policy'

/** An edited policy that is not saved, and the revision from which it began. */
export interface Draft {
  policy: EditedPolicy
  revision: number
  /** number of rules added to it, removed ones included: each has a key of its own */
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

/** Returns the unsaved edits of a store's policy; null if there are none. */
export function keptDraft(storeId: string): Draft | null {
  return drafts.get(storeId) ?? null
}
