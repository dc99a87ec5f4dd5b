import { type Reader, turn } from '@/lib/db'
import { rowsOf } from '@/lib/db/many'
import { lineHunks, withHunksReverted } from '@/lib/text/line-hunks'
import { groupedBy } from '@/lib/text/lists'
import { mergeRegions, mergeTexts, textOfRegions } from '@/lib/text/merge'
import { commonEnd, originsOf } from '../compare-stores'
import { stoodAt } from '../memories'
import { checkContent, checkPath, storeNotFound } from '../model/problems'
import { isSound } from '../model/sound'
import { stateOf } from '../write/head'
import { type Aim, planOfAims } from './aims'
import { contentOf, type Held, textNow } from './chains'
import type { Planning } from './kinds'
import type { AskOf, End, Planned } from './plan'

/**
 * The plan that takes files, or hunks of them, over from another store or another moment: what both
 * sides changed since their common moment is merged; where they changed the same lines, the given text
 * counts, or it is a conflict. Refuses `store_not_found`, `invalid_input`.
 */
export async function planTakeOver(ask: AskOf<'take_over'>, on: Planning): Promise<Planned> {
  const { reader, store } = on
  const [from] = await originsOf(reader, ask.from)
  if (!from) throw storeNotFound(ask.from.storeId)
  const base = await commonEnd(reader, { storeId: store.id, at: store.lastSequence }, from)
  const paths = ask.rows.map(({ path }) => path)
  const theirs = await textsAt(reader, from, paths)
  const bases = base ? await textsAt(reader, base, paths) : new Map<string, StoodText>()
  const ours = await heldWith(on, 'path', paths)
  const here = new Map(ours.map((memory) => [memory.path ?? '', memory]))
  const missing = [...theirs.values()].filter(({ path }) => !here.has(path))
  const moved = await movedMemories(on, from, missing)
  const aims: Aim[] = []
  for (const row of ask.rows) {
    checkPath(row.path)
    if (row.text !== undefined) checkContent(row.text)
    const mine = here.get(row.path) ?? moved.get(theirs.get(row.path)?.sha256 ?? '')
    const sides = { mine, theirs: theirs.get(row.path), base: bases.get(row.path) }
    const aim = aimOf(row, sides)
    if (aim && (on.only === undefined || on.only === (aim.memory?.id ?? row.path))) aims.push(aim)
    await turn()
  }
  return planOfAims(on, ask, aims)
}

/** What stood at a path. */
interface StoodText {
  path: string
  sha256: string
  /** null: it is damaged */
  content: string | null
}

async function textsAt(
  reader: Reader,
  { storeId, at }: Required<End>,
  paths: readonly string[],
): Promise<Map<string, StoodText>> {
  const select = { path: true, sha256: true, content: true } as const
  const rows = await rowsOf(paths, (some) =>
    reader.version.findMany({ where: { ...stoodAt(storeId, at), path: { in: some } }, select }),
  )
  const found = new Map<string, StoodText>()
  for (const { path, sha256, content } of rows) {
    if (path === null || sha256 === null) continue
    const isWhole = isSound({ content, sha256 })
    found.set(path, { path, sha256, content: isWhole ? content : null })
  }
  return found
}

/** The memories of a store at these paths, or with these bytes. */
const heldWith = (
  { reader, store }: Planning,
  by: 'path' | 'sha256',
  values: Iterable<string>,
): Promise<Held[]> =>
  rowsOf(values, (some) =>
    reader.memory.findMany({
      where: { storeId: store.id, [by]: { in: some } },
      omit: { content: false },
    }),
  )

/** The only memories with the bytes of these, at paths that the other end does not have; by their hash. */
async function movedMemories(
  on: Planning,
  from: Required<End>,
  missing: readonly StoodText[],
): Promise<Map<string, Held>> {
  const byHash = groupedBy(missing, ({ sha256 }) => sha256)
  const alike = await heldWith(on, 'sha256', byHash.keys())
  const paths = alike.flatMap(({ path }) => path ?? [])
  const kept = await textsAt(on.reader, from, paths)
  const free = alike.filter(({ path }) => path !== null && !kept.has(path))
  const moved = new Map<string, Held>()
  for (const [sha256, [only, ...more]] of groupedBy(free, (memory) => memory.sha256 ?? '')) {
    if (only && more.length === 0 && byHash.get(sha256)?.length === 1) moved.set(sha256, only)
  }
  return moved
}

type AskedRow = AskOf<'take_over'>['rows'][number]

interface Sides {
  mine: Held | undefined
  theirs: StoodText | undefined
  base: StoodText | undefined
}

/** Null: the path is on neither side. */
function aimOf({ path, hunks, of, text }: AskedRow, { mine, theirs, base }: Sides): Aim | null {
  if (!mine && !theirs && text === undefined) return null
  const now = mine ? contentOf(textNow(mine)) : ''
  const aim = { memory: mine ?? null, now, isMerged: false }
  if (text !== undefined) return { ...aim, to: stateOf(path, text), isMerged: true }
  if (!theirs) return { ...aim, to: null }
  const { content } = theirs
  if (now === null || content === null) return { ...aim, to: null, obstacle: 'damaged' }
  if (hunks) {
    const isAsTicked = of && mine?.sha256?.startsWith(of[0]) && theirs.sha256.startsWith(of[1])
    if (!isAsTicked) return { ...aim, to: stateOf(path, content), obstacle: 'changed_since_ticked' }
    return { ...aim, to: stateOf(path, withHunks(now, content, hunks)), isMerged: true }
  }
  const isOurs = mine !== undefined && mine.sha256 !== base?.sha256
  const isTheirs = theirs.sha256 !== base?.sha256
  const common = base?.content ?? null
  if (common === null || !isOurs || !isTheirs) return { ...aim, to: stateOf(path, content) }
  const sides = { base: common, ours: now, theirs: content }
  const merge = mergeTexts(sides)
  if (merge.clean) return { ...aim, to: stateOf(path, merge.text), isMerged: true }
  const regions = mergeRegions(sides)
  const kept = textOfRegions(regions, 'ours')
  const taken = textOfRegions(regions, 'theirs')
  const conflict = { kept: stateOf(path, kept), base: common }
  return { ...aim, to: stateOf(path, taken), isMerged: true, conflict }
}

/** Our text with some hunks of the difference to theirs, by their places in it. */
function withHunks(ours: string, theirs: string, wanted: readonly number[]): string {
  const others = lineHunks(ours, theirs).filter((_, place) => !wanted.includes(place))
  return withHunksReverted(ours, theirs, others)
}
