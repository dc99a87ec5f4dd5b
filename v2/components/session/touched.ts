import { type CalledStore, calledOf, type CallOf, type Place } from './called'

/** What became of a memory in a session: `waits` and `written` are not undone by a later read. */
export interface Touched extends Place {
  state: 'waits' | 'written' | 'read'
  /** the call that waits, or touched it last */
  callId: string
  /** its held write, where it waits or waited */
  heldId: string | null
}

export const placeKey = ({ storeId, path }: Place) => `${storeId} ${path}`

/** The memories that calls read and wrote, the one touched last first. */
export function touchedBy(calls: readonly CallOf[], stores: readonly CalledStore[]): Touched[] {
  const touched = new Map<string, Touched>()
  for (const call of calls) {
    const { place, isRead } = calledOf(call, stores)
    const state = stateOf(call, isRead)
    if (!place || place.path === '' || state === null) continue
    const key = placeKey(place)
    const before = touched.get(key)
    touched.delete(key)
    const isKept = state === 'read' && before !== undefined
    const { id: callId, heldId } = call
    touched.set(key, { ...place, state: isKept ? before.state : state, callId, heldId })
  }
  return [...touched.values()].toReversed()
}

function stateOf({ state, written }: CallOf, isRead: boolean): Touched['state'] | null {
  if (state === 'waiting') return 'waits'
  if (state !== 'done') return null
  if (written.length > 0) return 'written'
  return isRead ? 'read' : null
}
