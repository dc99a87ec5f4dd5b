import { mountsOf } from '@/lib/agent/mounts'
import type { Session } from '@/lib/agent/session'
import type { SessionEvent } from '@/lib/agent/session-event'
import { shownByCall } from '@/lib/agent/shown-by-call'
import { MEMORY_TOOL } from '@/lib/memory-tool/tool-effects'

/** The places at which memories were read in a log, the last one counts: by store and path. */
export function readsIn(
  events: readonly SessionEvent[],
  { stores }: Pick<Session, 'stores'>,
): Map<string, number> {
  const mounts = mountsOf(stores)
  const reads = new Map<string, number>()
  for (const [index, event] of events.entries()) {
    if (event.type !== 'agent.tool_use') continue
    if (event.name !== MEMORY_TOOL && event.name !== 'memory_read') continue
    const place = shownByCall(event, mounts)
    if (place !== null && place.path !== '') {
      reads.set(`${place.storeId} ${place.path}`, index + 1)
    }
  }
  return reads
}
