import { mountsOf } from '@/lib/agent/mounts'
import type { Session } from '@/lib/agent/session'
import type { AgentToolUse, SessionEvent } from '@/lib/agent/session-event'
import { shownByCall } from '@/lib/agent/shown-by-call'
import { MEMORY_TOOL } from '@/lib/memory-tool/tool-effects'
import { foundIn } from './search-answer'

/** When a memory was read in a log: places of events, from 1. */
export interface ReadSpan {
  readonly first: number
  readonly last: number
}

/**
 * When memories were read in a log, by store and path: opened, or with lines in the answer of a search.
 * A listing reads none.
 */
export function readsIn(
  events: readonly SessionEvent[],
  { stores }: Pick<Session, 'stores'>,
): Map<string, ReadSpan> {
  const mounts = mountsOf(stores)
  const reads = new Map<string, ReadSpan>()
  const searches = new Map<string, AgentToolUse>()
  const note = (storeId: string, path: string, at: number) => {
    const place = `${storeId} ${path}`
    reads.set(place, { first: reads.get(place)?.first ?? at, last: at })
  }
  for (const [index, event] of events.entries()) {
    if (event.type === 'agent.tool_use') {
      if (event.name === 'memory_search') searches.set(event.id, event)
      if (event.name !== MEMORY_TOOL && event.name !== 'memory_read') continue
      const place = shownByCall(event, mounts)
      if (place !== null && place.path !== '') note(place.storeId, place.path, index + 1)
    }
    if (event.type !== 'agent.tool_result' || event.isError) continue
    const search = searches.get(event.toolUseId)
    if (!search) continue
    for (const { memories } of foundIn(search.input, event.content, mounts)) {
      for (const { storeId, path, lines } of memories) {
        if (lines.length > 0) note(storeId, path, index + 1)
      }
    }
  }
  return reads
}
