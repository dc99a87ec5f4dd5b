import type { Search } from '@/components/plan/plan-address'
import type { ChosenChanges } from '@/lib/store/undo/undo-changes'

/**
 * The changes that an address names: a session, a batch, a changeset, versions, or all after one
 * change up to another; null if none.
 */
export function changesNamed(search: Search): ChosenChanges | null {
  const one = (name: string) => (typeof search[name] === 'string' ? search[name] : undefined)
  const session = one('session')
  if (session !== undefined) return { sessionId: session }
  const batch = one('batch')
  if (batch !== undefined) return { batchId: batch }
  const changeset = one('changeset')
  if (changeset !== undefined) return { changesetId: changeset }
  if (search.version !== undefined) return { versionIds: [search.version].flat() }
  const [from, to] = [Number(one('from')), Number(one('to'))]
  const isBetween = Number.isSafeInteger(from) && Number.isSafeInteger(to) && from < to
  return isBetween ? { from, to } : null
}
