import { type Reader, turn } from '@/lib/db'
import type { Version } from '@/lib/store/model/model'
import {
  contentOf,
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
    const links = await versionsFrom(
      reader,
      storeId,
      new Map(own.map(({ id, ...mark }) => [id, baseOf(mark)])),
    )
    const texts = new Texts(reader)
    const bases = new Map(
      own.map((memory) => [
        memory,
        links.get(memory.id)?.find(({ sequence }) => sequence === baseOf(memory)) ?? null,
      ]),
    )
    await texts.read([...bases.values()])
    for (const [memory, base] of bases) {
      const isSince = ({ sequence }: Version) =>
        sequence > baseOf(memory) && sequence <= memory.sequence
      const since = (links.get(memory.id) ?? []).filter(isSince)
      const [left, head] = [texts.of(base), textNow(memory)]
      const isFolded = withLines || since.some(isPeoples)
      const read = { memory, head, since, left, state: null }
      sides.set(
        memory.id,
        !isFolded || isUnreadable(left)
          ? read
          : { ...read, ...(await folded(reader, left, since)) },
      )
    }
  }
  return sides
}

/** Before its first version nothing stood. */
const baseOf = ({ reviewedSequence }: Pick<Held, 'reviewedSequence'>) => reviewedSequence ?? 0

const isPeoples = ({ side }: Version) => side !== 'agent'

/** What people left, from the base on. Where only agents wrote it is that to the byte. */
async function folded(
  reader: Reader,
  base: Text | null,
  since: readonly Version[],
): Promise<Pick<Sides, 'left' | 'state'>> {
  const state = new PeopleState(base && { path: base.path, lines: linesOf(base.content) })
  let before = isEnded(base)
  let left = before
  for (const some of chunked(since, VERSIONS_AT_ONCE)) {
    const texts = new Texts(reader)
    await texts.read(some)
    for (const version of some) {
      const text = texts.of(version)
      const [content, isKnown] = [contentOf(text), !isUnreadable(text)]
      const { sequence, side, path } = version
      state.take({
        sequence,
        side,
        path: text === null ? null : path,
        lines: isKnown ? linesOf(content) : null,
      })
      if (isUnreadable(text) || !text) continue
      // The last line ends as the newest of people's versions says that changed it.
      if (isPeoples(version) && isEnded(text) !== before) left = isEnded(text)
      before = isEnded(text)
    }
    await turn()
  }
  if (!since.some(isPeoples) || !state.left)
    return { left: since.some(isPeoples) ? null : base, state }
  const { path, lines } = state.left
  const content = lines.join('\n') + (lines.length > 0 && (left ?? before) ? '\n' : '')
  return { left: { path, content }, state }
}

/** Null: there is no line that could end. */
const isEnded = (text: Text | null) => (text?.content ? text.content.endsWith('\n') : null)

const linesOf = (content: string | null) =>
  linesWithEnds(content ?? '').map((line) => line.replace(/\n$/, ''))
