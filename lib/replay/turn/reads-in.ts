import { mountsOf } from '@/lib/agent/mounts'
import type { Session } from '@/lib/agent/session'
import type { SessionEvent } from '@/lib/agent/session-event'
import { parseDocumentInput } from '@/lib/document-tools/document-tools'
import { memoryOfCall } from '@/lib/memory-tool/memory-of-call'
import { mountNamed } from '@/lib/memory-tool/mount'
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
    const place = placeRead(event, mounts)
    if (place !== null) reads.set(place, index + 1)
  }
  return reads
}

function placeRead(
  { name, input }: Extract<SessionEvent, { type: 'agent.tool_use' }>,
  mounts: ReturnType<typeof mountsOf>,
): string | null {
  if (name === MEMORY_TOOL) {
    // What may only be read is read all the same.
    const readable = mounts.map((mount) => ({ ...mount, access: 'read_write' as const }))
    const memory = memoryOfCall(input, readable)
    return memory ? `${memory.storeId} ${memory.path}` : null
  }
  if (name !== 'memory_read') return null
  const parsed = parseDocumentInput('memory_read', input)
  if (!parsed.isValid) return null
  const [only] = mounts
  const { store, path } = parsed.value
  const mount = store === undefined ? only : mountNamed(mounts, store)
  return mount ? `${mount.storeId} ${path}` : null
}
