import { mountsOf } from '@/lib/agent/mounts'
import type { Session } from '@/lib/agent/session'
import type { SessionEvent } from '@/lib/agent/session-event'
import { shownByCall } from '@/lib/agent/shown-by-call'
import type { MemoryPlace } from './past-stores'
import { foundIn } from './search-answer'

/** A memory that an answer in a log shows, at its place then. */
export interface ShownMemory extends MemoryPlace {
  /** when it was shown, milliseconds since 1970 */
  readonly at: number
}

/** Memories that the answers to calls in a log show, each time that they do; restored ones are not among them. */
export function shownIn(
  events: readonly SessionEvent[],
  { stores }: Pick<Session, 'stores'>,
): ShownMemory[] {
  const mounts = mountsOf(stores)
  const calls = new Map(
    events.flatMap((event) => (event.type === 'agent.tool_use' ? [[event.id, event]] : [])),
  )
  return events.flatMap((event) => {
    const call = event.type === 'agent.tool_result' ? calls.get(event.toolUseId) : undefined
    if (event.type !== 'agent.tool_result' || event.isError || !call) return []
    const at = event.createdAt
    if (call.name === 'memory_search') {
      const found = foundIn(call.input, event.content, mounts)
      return found.flatMap(({ memories }) =>
        memories.flatMap(({ lines, ...place }) => (lines.length > 0 ? [{ ...place, at }] : [])),
      )
    }
    const place = shownByCall(call, mounts)
    return place === null || place.path === '' ? [] : [{ ...place, at }]
  })
}
