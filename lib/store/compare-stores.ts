import { database, type Reader, turn } from '@/lib/db'
import { groupedBy } from '@/lib/text/lists'
import { comparePaths } from '@/lib/text/memory-path'
import { type LineCounts, lineCounts } from '@/lib/text/text-diff'
import type { StoreRow } from './model/model'
import { type Head, headsAt } from './past'
import type { End, State } from './plan/plan'
import { versionTexts } from './versions'

/** Two stores, or one at two moments, path by path. */

/** Whose change a difference is, from where both come from: the first end's, the other's, or both's. */
export type ChangedBy = 'one' | 'other' | 'both'

export interface ComparedRow {
  path: string
  /** `moved`: the same bytes, at `one.path` here and at `other.path` there */
  kind: 'only_one' | 'only_other' | 'differs' | 'moved'
  one: State | null
  other: State | null
  /** null: both come from nowhere in common */
  by: ChangedBy | null
  /** what only the other holds is added; left out: not counted */
  lines?: LineCounts
}

export interface Comparison {
  /** where both come from; null: from nowhere in common, or it is gone */
  base: End | null
  rows: ComparedRow[]
  /** how many paths hold the same bytes on both sides */
  same: number
}

/** Compares two ends. Refuses `store_not_found`. */
export async function compareStores(one: End, other: End): Promise<Comparison> {
  const states = async ({ storeId, at }: End): Promise<States> =>
    new Map((await headsAt(storeId, at)).map((head) => [head.path, head]))
  const ones = await states(one)
  const others = await states(other)
  const base = await commonEnd(database().reader, one, other)
  const { rows, same } = compared(ones, others, base && (await states(base)))
  return { base, rows: await counted(rows, ones, others), same }
}

/** What stood at an end, by path. */
type States = ReadonlyMap<string, Head>

/** The rows of two ends, by the bytes of their paths. */
function compared(
  ones: States,
  others: States,
  bases: States | null,
): Pick<Comparison, 'rows' | 'same'> {
  const rows: ComparedRow[] = []
  let same = 0
  for (const path of new Set([...ones.keys(), ...others.keys()])) {
    const one = stateAt(ones, path)
    const other = stateAt(others, path)
    const kind = one && other ? 'differs' : one ? 'only_one' : 'only_other'
    if (one?.sha256 === other?.sha256) same++
    else rows.push({ path, kind, one, other, by: changedBy(path) })
  }
  return { rows: withMoves(rows).sort((a, b) => comparePaths(a.path, b.path)), same }

  function changedBy(path: string): ChangedBy | null {
    if (!bases) return null
    const was = bases.get(path)?.sha256
    const byOne = ones.get(path)?.sha256 !== was
    const byOther = others.get(path)?.sha256 !== was
    if (byOne && byOther) return 'both'
    return byOne ? 'one' : 'other'
  }
}

function stateAt(states: States, path: string): State | null {
  const head = states.get(path)
  return head ? { path, sha256: head.sha256, size: head.size } : null
}

/** The same bytes at another path, each path on one side only, are one row; it goes by the other's path. */
function withMoves(rows: readonly ComparedRow[]): ComparedRow[] {
  const single = (kind: ComparedRow['kind'], stateOf: (row: ComparedRow) => State | null) => {
    const found = new Map<string, ComparedRow | null>()
    for (const row of rows) {
      const sha256 = row.kind === kind ? stateOf(row)?.sha256 : undefined
      if (sha256 !== undefined) found.set(sha256, found.has(sha256) ? null : row)
    }
    return found
  }
  const here = single('only_one', ({ one }) => one)
  const there = single('only_other', (r) => r.other)
  const gone = new Set<ComparedRow>()
  const moved: ComparedRow[] = []
  for (const [sha256, from] of here) {
    const to = there.get(sha256)
    if (!from || !to) continue
    gone.add(from).add(to)
    const by = from.by === to.by ? from.by : from.by && to.by && 'both'
    moved.push({ path: to.path, kind: 'moved', one: from.one, other: to.other, by })
  }
  return [...rows.filter((row) => !gone.has(row)), ...moved]
}

/** Rows of each group, and bytes in all, whose lines are counted: a page shows no more at first. */
const MOST_COUNTED = 200
const MOST_COUNTED_BYTES = 4 * 1024 * 1024

async function counted(rows: ComparedRow[], ones: States, others: States): Promise<ComparedRow[]> {
  let bytes = 0
  const first = [...groupedBy(rows, ({ by }) => by).values()]
    .flatMap((group) => group.slice(0, MOST_COUNTED))
    .filter(
      ({ one, other }) => (bytes += (one?.size ?? 0) + (other?.size ?? 0)) < MOST_COUNTED_BYTES,
    )
  const idOf = (states: States, state: State | null) =>
    (state && states.get(state.path)?.versionId) ?? ''
  const sides = first.map(({ one, other }) => [idOf(ones, one), idOf(others, other)] as const)
  const texts = await versionTexts(sides.flat()).then((found) => found.set('', ''))
  const lines = new Map<ComparedRow, LineCounts>()
  for (const [index, row] of first.entries()) {
    const [was, is] = sides[index]?.map((id) => texts.get(id)) ?? []
    if (was !== undefined && is !== undefined) lines.set(row, lineCounts(was, is))
    await turn()
  }
  return rows.map((row) => ({ ...row, ...(lines.has(row) && { lines: lines.get(row) }) }))
}

/** Copies of copies are followed this far. */
const MAX_DEPTH = 20

/** The moment of a store that both ends come from; null: there is none, or it is gone. */
export async function commonEnd(
  reader: Reader,
  one: End,
  other: End,
): Promise<Required<End> | null> {
  const ones = await originsOf(reader, one)
  const others = await originsOf(reader, other)
  for (const { storeId, at } of ones) {
    const same = others.find((each) => each.storeId === storeId)
    if (same) return { storeId, at: Math.min(at, same.at) }
  }
  return null
}

/** An end, what it was copied from, and so on; nothing of a store that is not there. */
export async function originsOf(reader: Reader, end: End): Promise<Required<End>[]> {
  const origins: Required<End>[] = []
  let next: End | null = end
  while (next && origins.length < MAX_DEPTH) {
    const id: string = next.storeId
    const store: StoreRow | null = await reader.store.findUnique({ where: { id } })
    if (!store || store.deletedAt) break
    origins.push({ storeId: id, at: next.at ?? store.lastSequence })
    const { copiedFromId, copiedFromSequence: at } = store
    next = copiedFromId === null || at === null ? null : { storeId: copiedFromId, at }
  }
  return origins
}
