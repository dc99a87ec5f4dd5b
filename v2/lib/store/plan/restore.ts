import { type Reader, turn } from '@/lib/db'
import { chunked } from '@/lib/text/lists'
import type { Memory } from '../model/model'
import { stateOf } from '../write/write-version'
import { type Aim, planOfAims } from './aims'
import { isUnreadable, linksAt, Texts } from './chains'
import type { Planning } from './kinds'
import type { AskOf, Planned } from './plan'

const MEMORIES_A_PAGE = 200

/**
 * The plan that makes a store what it was at a number of its changes: memories made since go, deleted ones
 * come back under their ids.
 */
export async function planRestore(ask: AskOf<'restore'>, on: Planning): Promise<Planned> {
  const aims: Aim[] = []
  const changed = await changedSince(on, ask.at)
  for (const memories of chunked(changed, MEMORIES_A_PAGE)) {
    on.signal?.throwIfAborted()
    aims.push(...(await aimsAt(on.reader, memories, ask.at)))
  }
  return planOfAims(on, ask, aims)
}

async function changedSince({ reader, store, only }: Planning, at: number): Promise<Memory[]> {
  const all: Memory[] = []
  for (let after = ''; ;) {
    const rows = await reader.memory.findMany({
      where: { storeId: store.id, sequence: { gt: at }, id: only ?? { gt: after } },
      orderBy: { id: 'asc' },
      take: MEMORIES_A_PAGE,
    })
    all.push(...rows)
    const last = rows.at(-1)
    if (!last || only !== undefined || rows.length < MEMORIES_A_PAGE) return all
    after = last.id
    await turn()
  }
}

async function aimsAt(reader: Reader, memories: readonly Memory[], at: number): Promise<Aim[]> {
  const ids = memories.map(({ id }) => id)
  const [then, now] = [await linksAt(reader, ids, at), await linksAt(reader, ids, MAX_NUMBER)]
  const texts = new Texts(reader)
  await texts.read([...then.values(), ...now.values()])
  return memories.map((memory): Aim => {
    const [was, is] = [then, now].map((links) => texts.of(links.get(memory.id) ?? null))
    const aim = { memory, now: is && !isUnreadable(is) ? is.content : null, isMerged: false }
    if (was && isUnreadable(was)) return { ...aim, to: null, obstacle: was }
    return { ...aim, to: was ? stateOf(was.path, was.content) : null }
  })
}

/** Later than every change. */
const MAX_NUMBER = 2_147_483_647
