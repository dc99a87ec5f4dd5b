import { LRUCache } from 'lru-cache'
import { database, type Reader, turn } from '@/lib/db'
import { pagesOf } from '@/lib/db/many'
import { perProcess } from '@/lib/per-process'
import { countRedactions } from '@/lib/store/events'
import type { Version } from '@/lib/store/model/model'
import { type Held, isUnreadable, type Text, Texts } from '@/lib/store/plan/chains'
import { forgetsOnRedaction } from '@/lib/store/redact/forget'
import { PeopleState } from './people-state'

/** What people left of a memory is told from all its versions since the base; each is looked at once. */

interface Kept {
  state: PeopleState
  base: number | null
  /** the last version that it has taken; null: none */
  last: Pick<Version, 'id' | 'sequence'> | null
  /** of the store, when it was begun */
  redactions: number
}

const MOST_LINES = 200_000
const VERSIONS_AT_ONCE = 20

const known = perProcess('what people left', () => ({
  states: new LRUCache<string, Kept>({
    maxSize: MOST_LINES,
    sizeCalculation: ({ state }) => state.size + 1,
  }),
  underWay: new Map<string, Promise<unknown>>(),
  forgotten: 0,
}))

forgetsOnRedaction('what people left', () => {
  known.forgotten++
  known.states.clear()
})

/** Up to which redaction a store's texts are read. */
export interface AsOf {
  redactions: number
  forgotten: number
}

/** To be asked before the first text is read: a redaction that comes meanwhile is not passed over. */
export async function asOfNow(reader: Reader, storeId: string): Promise<AsOf> {
  const { forgotten } = known
  return { forgotten, redactions: await countRedactions([storeId], reader) }
}

interface Seen {
  memory: Held
  /** what a person has seen of it; null: nothing, from before its first version */
  base: Text | null
  asOf: AsOf
}

/** Answers what `read` takes from what people left of a memory. Of a long one it takes a while, once for all who ask. */
export async function peopleLeft<T>(
  reader: Reader,
  seen: Seen,
  read: (state: PeopleState) => T,
): Promise<T> {
  // A transaction waits for nobody, who may wait for it: it begins anew.
  if (reader !== database().reader) return told(reader, seen, read)
  const { underWay } = known
  const { id } = seen.memory
  while (underWay.has(id)) await underWay.get(id)
  const telling = told(reader, seen, read).finally(() => underWay.delete(id))
  const whenever = telling.catch(() => undefined)
  underWay.set(id, whenever)
  return telling
}

async function told<T>(
  reader: Reader,
  { memory, base, asOf: { redactions, forgotten } }: Seen,
  read: (state: PeopleState) => T,
): Promise<T> {
  const { states } = known
  const earlier = states.get(memory.id)
  // A state is one caller's at a time.
  states.delete(memory.id)
  const isStill =
    earlier?.base === memory.reviewedSequence &&
    earlier.redactions === redactions &&
    (await isThere(reader, memory, earlier))
  const begun = { state: new PeopleState(base), base: memory.reviewedSequence, last: null }
  const kept: Kept = isStill ? earlier : { ...begun, redactions }
  await takeRest(reader, memory, kept)
  const answer = read(kept.state)
  if (forgotten === known.forgotten) states.set(memory.id, kept)
  return answer
}

/** A transaction that came to nothing, or a backup that was restored, takes versions with it. */
async function isThere(reader: Reader, memory: Held, { last }: Kept): Promise<boolean> {
  if (!last || last.id === memory.versionId) return true
  if (last.sequence > memory.sequence) return false
  return (await reader.version.count({ where: { id: last.id, memoryId: memory.id } })) > 0
}

async function takeRest(reader: Reader, memory: Held, kept: Kept): Promise<void> {
  const { id: memoryId, sequence: lte, versionId } = memory
  if (kept.last?.id === versionId) return
  const first = kept.last?.sequence ?? kept.base ?? 0
  const pages = pagesOf(VERSIONS_AT_ONCE, (last?: Version, take?: number) => {
    const sequence = { gt: last?.sequence ?? first, lte }
    const where = { memoryId, sequence }
    return reader.version.findMany({ where, orderBy: { sequence: 'asc' }, take })
  })
  for await (const versions of pages) {
    const texts = new Texts(reader)
    await texts.read(versions)
    for (const version of versions) {
      const text = texts.of(version)
      kept.state.take({ ...version, text: isUnreadable(text) ? 'unknown' : text })
      kept.last = version
      await turn()
    }
  }
}
