import { Refusal } from '@/lib/refusal'
import { isWithin } from '@/lib/text/memory-path'
import { checkPath, memoryNotFound } from '../model/problems'
import { within } from '../write/paths'
import { stateOf } from '../write/head'
import { type Aim, planOfAims } from './aims'
import { contentOf, type Held, heldMemories, textNow } from './chains'
import type { Planning } from './kinds'
import type { AskOf, Planned } from './plan'

/**
 * The plan that moves memories, and folders with all that lies in them. Refuses `invalid_input`,
 * `moved_into_itself`, `memory_not_found`.
 */
export async function planMove(ask: AskOf<'move'>, on: Planning): Promise<Planned> {
  const aims = new Map<string, Aim>()
  for (const { from, to } of ask.moves) {
    checkPath(from, 'from')
    checkPath(to, 'to')
    if (from !== to && isWithin(from, to)) {
      throw new Refusal('moved_into_itself', `${from} cannot be moved into itself.`, { from, to })
    }
    const memories = await memoriesWithin(on, from)
    if (memories.length === 0) throw memoryNotFound(on.store.id, from)
    for (const memory of memories) {
      const path = to + (memory.path ?? '').slice(from.length)
      checkPath(path, 'to')
      aims.set(memory.id, moved(memory, path))
    }
  }
  return planOfAims(on, ask, wanted(on, [...aims.values()]))
}

/** The plan that deletes memories; those that are gone are so already. Refuses `memory_not_found`. */
export async function planDelete(ask: AskOf<'delete'>, on: Planning): Promise<Planned> {
  // Whatever the order of a selection, it is the same plan.
  const ids = [...new Set(ask.memoryIds)].sort()
  const found = await heldMemories(on.reader, ids)
  const own = new Set(found.flatMap(({ id, storeId }) => (storeId === on.store.id ? [id] : [])))
  const missing = ids.find((id) => !own.has(id))
  if (missing !== undefined) throw memoryNotFound(on.store.id, missing)
  const aims = found.map((memory): Aim => {
    return { memory, now: contentOf(textNow(memory)), to: null, isMerged: false }
  })
  return planOfAims(on, ask, wanted(on, aims))
}

async function memoriesWithin(on: Planning, path: string): Promise<Held[]> {
  const where = { OR: within(on.store.id, [path]) }
  const order = { orderBy: { path: 'asc' } } as const
  const rows = await on.reader.memory.findMany({ where, ...order, select: { id: true } })
  return heldMemories(
    on.reader,
    rows.map(({ id }) => id),
  )
}

function moved(memory: Held, path: string): Aim {
  const now = contentOf(textNow(memory))
  const aim = { memory, now, isMerged: false }
  return now === null
    ? { ...aim, to: null, obstacle: 'damaged' }
    : { ...aim, to: stateOf(path, now) }
}

const wanted = ({ only }: Planning, aims: readonly Aim[]) =>
  aims.filter(({ memory }) => only === undefined || memory?.id === only)
