import { chunked } from '@/lib/text/lists'
import { stateOf } from '../write/head'
import { type Aim, planOfAims } from './aims'
import {
  byAge,
  changesAfter,
  contentOf,
  heldMemories,
  isUnreadable,
  Texts,
  textNow,
  versionsUntil,
} from './chains'
import type { Planning } from './kinds'
import type { AskOf, Planned } from './plan'

const MEMORIES_AT_ONCE = 200

/**
 * The plan that makes a store what it was at a number of its changes: memories made since go, deleted ones
 * come back under their ids.
 */
export async function planRestore(ask: AskOf<'restore'>, on: Planning): Promise<Planned> {
  const aims: Aim[] = []
  const since = await changesAfter(on, ask.at, {})
  // Of each memory the first number: it is put in last.
  const firsts = new Map(since.toReversed().map(({ memoryId, sequence }) => [memoryId, sequence]))
  const changed = [...firsts].sort(byAge)
  for (const some of chunked(changed, MEMORIES_AT_ONCE)) {
    on.signal?.throwIfAborted()
    aims.push(...(await aimsBefore(on, new Map(some))))
  }
  return planOfAims(on, ask, aims)
}

/** What memories are to be again: what they were before these numbers. */
async function aimsBefore(
  { reader, store }: Planning,
  numbers: ReadonlyMap<string, number>,
): Promise<Aim[]> {
  const then = await versionsUntil(reader, store.id, numbers.values())
  const texts = new Texts(reader)
  await texts.read([...then.values()])
  const memories = await heldMemories(reader, [...numbers.keys()])
  return memories.map((memory): Aim => {
    const was = texts.of(then.get(memory.id) ?? null)
    const aim = { memory, now: contentOf(textNow(memory)), isMerged: false }
    if (isUnreadable(was)) return { ...aim, to: null, obstacle: was }
    return { ...aim, to: was && stateOf(was.path, was.content) }
  })
}
