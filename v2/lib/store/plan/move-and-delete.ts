import { Refusal } from '@/lib/refusal'
import { isWithin } from '@/lib/text/memory-path'
import type { LiveMemory } from '../model/model'
import { checkPath, memoryNotFound } from '../model/problems'
import { below } from '../write/paths'
import { stateOf } from '../write/write-version'
import { type Aim, planOfAims } from './aims'
import { linksFrom, memoriesOf, isUnreadable, Texts } from './chains'
import type { Planning } from './kinds'
import type { AskOf, Planned } from './plan'

/**
 * The plan that moves memories, and folders with all that lies in them. Refuses `invalid_input`,
 * `moved_into_itself`, `memory_not_found`.
 */
export async function planMove(ask: AskOf<'move'>, on: Planning): Promise<Planned> {
  const targets = new Map<string, { memory: LiveMemory; path: string }>()
  for (const { from, to } of ask.moves) {
    checkPath(from, 'from')
    checkPath(to, 'to')
    if (from !== to && isWithin(from, to)) throw intoItself(from, to)
    const memories = await memoriesWithin(on, from)
    if (memories.length === 0) throw memoryNotFound(on.store.id, from)
    for (const memory of memories) {
      const path = to + memory.path.slice(from.length)
      checkPath(path, 'to')
      targets.set(memory.id, { memory, path })
    }
  }
  const wanted = [...targets.values()].filter(({ memory }) => isWanted(on, memory.id))
  const texts = await textsOf(
    on,
    wanted.map(({ memory }) => memory),
  )
  const aims = wanted.map(({ memory, path }): Aim => {
    const now = texts(memory)
    const aim = { memory, now, isMerged: false }
    if (now === null) return { ...aim, to: null, obstacle: 'damaged' }
    return { ...aim, to: stateOf(path, now) }
  })
  return planOfAims(on, ask, aims)
}

/** The plan that deletes memories. Those that are gone already are the same. Refuses `memory_not_found`. */
export async function planDelete(ask: AskOf<'delete'>, on: Planning): Promise<Planned> {
  const ids = [...new Set(ask.memoryIds)]
  const all = await memoriesOf(on.reader, ids)
  const found = new Map(all.map((memory) => [memory.id, memory]))
  const missing = ids.find((id) => found.get(id)?.storeId !== on.store.id)
  if (missing !== undefined) throw memoryNotFound(on.store.id, missing)
  const memories = all.filter(({ id }) => isWanted(on, id))
  const texts = await textsOf(on, memories)
  return planOfAims(
    on,
    ask,
    memories.map((memory) => ({ memory, now: texts(memory), to: null, isMerged: false })),
  )
}

async function memoriesWithin({ reader, store }: Planning, path: string): Promise<LiveMemory[]> {
  const where = { storeId: store.id, OR: [{ path }, { path: below(path) }] }
  return (await reader.memory.findMany({ where, orderBy: { path: 'asc' } })) as LiveMemory[]
}

const isWanted = ({ only }: Planning, id: string) => only === undefined || only === id

type Row = LiveMemory | Awaited<ReturnType<typeof memoriesOf>>[number]

/** Tells the present texts of memories; null: it is deleted, or damaged. */
async function textsOf(
  { reader }: Planning,
  memories: readonly Row[],
): Promise<(memory: Row) => string | null> {
  const links = await linksFrom(reader, new Map(memories.map(({ id, ordinal }) => [id, ordinal])))
  const texts = new Texts(reader)
  await texts.read([...links.values()].flat())
  return ({ id }) => {
    const text = texts.of(links.get(id)?.at(-1) ?? null)
    return text && !isUnreadable(text) ? text.content : null
  }
}

const intoItself = (from: string, to: string) =>
  new Refusal('moved_into_itself', `${from} cannot be moved into itself.`, { from, to })
