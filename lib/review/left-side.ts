import type { Reader } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import type { Version } from '@/lib/store/model/model'
import {
  type Held,
  isUnreadable,
  type Text,
  Texts,
  textNow,
  type Unreadable,
} from '@/lib/store/plan/chains'
import { groupedBy } from '@/lib/text/lists'
import { type AsOf, asOfNow, peopleLeft } from './people-left'
import type { LinesOfPeople } from './people-state'

/** Both sides of what is to review of a memory, read from its versions. */

export interface Sides {
  memory: Held
  /** as people left it; null: nothing */
  left: Text | null | Unreadable
  /** null: it is deleted */
  head: Text | null | Unreadable
  /** the newest, which may have deleted it */
  newest: Version
}

/** Both sides, with whose their lines are. */
export interface SidesByLine extends Sides {
  /** the versions since the base, oldest first; their texts are left out */
  since: Version[]
  /** null: not known */
  lines: LinesOfPeople | null
}

/** Memories. */
const A_STATEMENT = { size: 50 }

/** The sides of marked memories, by their ids. */
export async function sidesOf(
  reader: Reader,
  memories: readonly Held[],
): Promise<Map<string, Sides>> {
  const read = (OR: ReturnType<typeof sinceBase>[]) =>
    reader.version.groupBy({ by: ['memoryId'], where: { OR, side: { not: 'agent' } } })
  const written = await rowsOf(memories.map(sinceBase), read, A_STATEMENT)
  const areWrittenTo = new Set(written.map(({ memoryId }) => memoryId))
  const sides = new Map<string, Sides>()
  for (const { base, asOf, ...own } of await endsOf(reader, memories)) {
    const { memory } = own
    const isBase = isUnreadable(base) || !areWrittenTo.has(memory.id)
    const left = isBase
      ? base
      : await peopleLeft(reader, { memory, base, asOf }, (state) => state.left)
    sides.set(memory.id, { ...own, left })
  }
  return sides
}

/** The sides of marked memories with whose their lines are, by their ids. */
export async function sidesByLine(
  reader: Reader,
  memories: readonly Held[],
): Promise<Map<string, SidesByLine>> {
  const read = (OR: ReturnType<typeof sinceBase>[]) =>
    reader.version.findMany({ where: { OR }, orderBy: { sequence: 'asc' } })
  const versions = await rowsOf(memories.map(sinceBase), read, A_STATEMENT)
  const byMemory = groupedBy(versions, ({ memoryId }) => memoryId)
  const sides = new Map<string, SidesByLine>()
  for (const { base, asOf, ...own } of await endsOf(reader, memories)) {
    const { memory } = own
    const { id, sequence } = memory
    const since = (byMemory.get(id) ?? []).filter((version) => version.sequence <= sequence)
    const known = isUnreadable(base)
      ? { left: base, lines: null }
      : await peopleLeft(reader, { memory, base, asOf }, ({ left, lines }) => ({ left, lines }))
    sides.set(id, { ...own, ...known, since })
  }
  return sides
}

const sinceBase = ({ id: memoryId, reviewedSequence }: Held) => ({
  memoryId,
  sequence: { gt: reviewedSequence ?? 0 },
})

/** What memories held at their base, and hold now. Before its first version nothing stood. */
async function endsOf(reader: Reader, memories: readonly Held[]) {
  const ofStores = groupedBy(memories, ({ storeId }) => storeId)
  const bases: Version[] = []
  const asOf = new Map<string, AsOf>()
  for (const [storeId, own] of ofStores) {
    asOf.set(storeId, await asOfNow(reader, storeId))
    const numbers = own.flatMap(({ reviewedSequence }) => reviewedSequence ?? [])
    const at = (some: number[]) =>
      reader.version.findMany({ where: { storeId, sequence: { in: some } } })
    bases.push(...(await rowsOf(numbers, at)))
  }
  const newest = await rowsOf(
    memories.map(({ versionId }) => versionId),
    (some) => reader.version.findMany({ where: { id: { in: some } } }),
  )
  const texts = new Texts(reader)
  await texts.read(bases)
  const [baseOf, newestOf] = [bases, newest].map(
    (some) => new Map(some.map((version) => [version.memoryId, version])),
  ) as [Map<string, Version>, Map<string, Version>]
  return memories.map((memory) => ({
    memory,
    head: textNow(memory),
    newest: newestOf.get(memory.id) as Version,
    base: texts.of(baseOf.get(memory.id) ?? null),
    asOf: asOf.get(memory.storeId) as AsOf,
  }))
}
