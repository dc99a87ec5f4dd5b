import { type Reader, turn } from '@/lib/db'
import { stateOf } from '../write/write-version'
import { type Aim, planOfAims } from './aims'
import { contentOf, type Held, isUnreadable, linksAt, Texts, textNow } from './chains'
import type { Planning } from './kinds'
import type { AskOf, Planned } from './plan'

const MEMORIES_A_PAGE = 200

/**
 * The plan that makes a store what it was at a number of its changes: memories made since go, deleted ones
 * come back under their ids.
 */
export async function planRestore(ask: AskOf<'restore'>, on: Planning): Promise<Planned> {
  const aims: Aim[] = []
  for await (const memories of changedSince(on, ask.at)) {
    aims.push(...(await aimsAt(on.reader, memories, ask.at)))
  }
  return planOfAims(on, ask, aims)
}

async function* changedSince(
  { reader, store, only, signal }: Planning,
  at: number,
): AsyncGenerator<Held[]> {
  for (let after = ''; ;) {
    signal?.throwIfAborted()
    const rows = await reader.memory.findMany({
      where: { storeId: store.id, sequence: { gt: at }, id: only ?? { gt: after } },
      orderBy: { id: 'asc' },
      take: MEMORIES_A_PAGE,
      omit: { content: false },
    })
    yield rows
    const last = rows.at(-1)
    if (!last || only !== undefined || rows.length < MEMORIES_A_PAGE) return
    after = last.id
    await turn()
  }
}

async function aimsAt(reader: Reader, memories: readonly Held[], at: number): Promise<Aim[]> {
  const then = await linksAt(
    reader,
    memories.map(({ id }) => id),
    at,
  )
  const texts = new Texts(reader)
  await texts.read([...then.values()])
  return memories.map((memory): Aim => {
    const was = texts.of(then.get(memory.id) ?? null)
    const aim = { memory, now: contentOf(textNow(memory)), isMerged: false }
    if (isUnreadable(was)) return { ...aim, to: null, obstacle: was }
    return { ...aim, to: was && stateOf(was.path, was.content) }
  })
}
