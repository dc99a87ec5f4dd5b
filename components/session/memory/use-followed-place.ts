'use client'

import { useState } from 'react'
import type { ToolPlace } from '@/lib/text/tool-place'
import type { CallEntry } from '../conversation/conversation-entries'
import type { MemoryNewsSeen } from './use-memory-news'

interface Followed {
  place: ToolPlace | null
  /** the call and the change by others that were the newest by then */
  callId: string | null
  sequence: string | null
}

/**
 * The memory to look at: that of the agent's last call, or the one that somebody else has changed
 * since. Null: none yet.
 */
export function useFollowedPlace(
  calls: readonly CallEntry[],
  places: readonly (ToolPlace | null)[],
  byOthers: MemoryNewsSeen['byOthers'],
): ToolPlace | null {
  const at = places.findLastIndex((place) => place !== null && place.path !== '')
  const ofCall = places[at] ?? null
  const callId = calls[at]?.id ?? null
  const sequence = byOthers && `${byOthers.storeId} ${byOthers.sequence}`
  const [followed, setFollowed] = useState<Followed>({ place: ofCall, callId, sequence })
  if (followed.callId === callId && followed.sequence === sequence) return followed.place
  const place = byOthers && followed.sequence !== sequence ? byOthers : ofCall
  setFollowed({ place, callId, sequence })
  return place
}
