import { type Reader, turn } from '@/lib/db'
import type { Version } from '@/lib/store/model/model'
import {
  type Held,
  isUnreadable,
  type Text,
  Texts,
  textNow,
  type Unreadable,
  versionsFrom,
} from '@/lib/store/plan/chains'
import { chunked, groupedBy } from '@/lib/text/lists'
import { linesWithEnds } from '@/lib/text/lines'
import { PeopleState } from './people-state'

/** Both sides of what is to review of a memory, read from its versions. */
export interface Sides {
  memory: Held
  /** as people left it; null: nothing */
  left: Text | null | Unreadable
  /** null: it is deleted */
  head: Text | null | Unreadable
  /** the versions since the base, oldest first; their texts are left out */
  since: Version[]
  /** whose the lines of both sides are; null: not asked for, or not known */
  state: PeopleState | null
}

const VERSIONS_AT_ONCE = 20

/** The sides of marked memories, by their ids. `withLines`: also whose each line is. */
export async function sidesOf(
  reader: Reader,
  memories: readonly Held[],
  { withLines = false }: { withLines?: boolean } = {},
): Promise<Map<string, Sides>> {
  const sides = new Map<string, Sides>()
  for (const [storeId, own] of groupedBy(memories, (memory) => memory.storeId)) {
    const from = new Map(own.map((memory) => [memory.id, baseOf(memory)]))
    const links = await versionsFrom(reader, storeId, from)
    const all = own.map((memory) => {
      const versions = links.get(memory.id) ?? []
      const [at, upTo] = [baseOf(memory), memory.sequence]
      const base = versions.find(({ sequence }) => sequence === at) ?? null
      const since = versions.filter(({ sequence }) => sequence > at && sequence <= upTo)
      return { memory, base, since }
    })
    const texts = new Texts(reader)
    const isShort = ({ since }: { since: Version[] }) => since.length <= VERSIONS_AT_ONCE
    const near = withLines ? all.filter(isShort).flatMap(({ since }) => since) : []
    await texts.read([...all.map(({ base }) => base), ...near])
    for (const { memory, base, since } of all) {
      const left = texts.of(base)
      const isFolded = !isUnreadable(left) && (withLines || since.some(isPeoples))
      const own = isShort({ since }) ? texts : new Texts(reader)
      const sided = isFolded ? await folded(own, left, since) : { left, state: null }
      sides.set(memory.id, { memory, head: textNow(memory), since, ...sided })
    }
  }
  return sides
}

/** Before its first version nothing stood. */
const baseOf = ({ reviewedSequence }: Pick<Held, 'reviewedSequence'>) => reviewedSequence ?? 0

const isPeoples = ({ side }: Version) => side !== 'agent'

/** What people left, from the base on. Where only agents wrote it is that to the byte. */
async function folded(
  texts: Texts,
  base: Text | null,
  since: readonly Version[],
): Promise<Pick<Sides, 'left' | 'state'>> {
  const state = new PeopleState(base && { path: base.path, lines: linesOf(base) })
  let before = isEnded(base)
  let left = before
  const agents = new Set<boolean | null>()
  for (const some of chunked(since, VERSIONS_AT_ONCE)) {
    await texts.read(some)
    for (const version of some) {
      const text = texts.of(version)
      const lines = isUnreadable(text) ? null : linesOf(text)
      state.take({ ...version, path: text && version.path, lines })
      if (isUnreadable(text) || !text) continue
      const now = isEnded(text)
      // The last line ends as people left it; an end that comes back keeps whose it was.
      if (now !== before && !isPeoples(version)) agents.add(now)
      if (now !== before && !agents.has(now)) left = now
      before = now
    }
    await turn()
  }
  if (!since.some(isPeoples)) return { left: base, state }
  const { path, lines } = state.left ?? {}
  if (path === undefined || !lines) return { left: null, state }
  const content = lines.join('\n') + (lines.length > 0 && (left ?? before) ? '\n' : '')
  return { left: { path, content }, state }
}

/** Null: there is no line that could end. */
const isEnded = (text: Text | null) => (text?.content ? text.content.endsWith('\n') : null)

const linesOf = (text: Text | null) =>
  linesWithEnds(text?.content ?? '').map((line) => line.replace(/\n$/, ''))
