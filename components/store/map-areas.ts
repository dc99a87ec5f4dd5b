import { folderOf, type ListedMemory, nameOf } from '@/components/tree/listing'
import { type AgeStep, inkStep } from '@/components/history/ink'
import { groupedBy } from '@/lib/text/lists'

/** A rectangle in per cent of the one around it. */
export interface Area {
  left: number
  top: number
  width: number
  height: number
}

/** Where a part of the map is in either shape of it, in a pane and on a phone; the style sheet chooses. */
export interface Areas {
  wide: Area
  slim: Area
}

type Shape = keyof Areas

/** A memory; of a store of thousands a folder. */
export interface MapCell {
  /** of a folder with its last slash */
  path: string
  /** with the folder around it, where others beside it are called the same */
  name: string
  size: number
  /** memories in a folder; null: it is a memory */
  count: number | null
  step: AgeStep
  isUnread: boolean
  areas: Areas
}

/** A top-level folder with its cells; `/`: what lies in the root. */
export interface MapFolder {
  path: string
  count: number
  areas: Areas
  cells: MapCell[]
}

/** Widths of the map by its height, about as it is shown. */
const RATIOS: Readonly<Record<Shape, number>> = { wide: 2.4, slim: 1.1 }

/** More memories are shown as the folders they lie in, more folders as those above them. */
const MOST_CELLS = 400

/** How deep a folder lies that is a cell, from where all are. */
const DEPTHS = [Infinity, 3, 2, 1]

/** Bytes at which the smallest memory counts: an empty one is there, too. */
const weightOf = (bytes: number) => Math.max(bytes, 64)

/**
 * A store's map: area is size, ink is its last change within the store's own history. `last`: the
 * number of the newest change; `isReadKnown`: whether what nobody read is told.
 */
export function mapOf(
  memories: readonly ListedMemory[],
  { last, isReadKnown }: { last: number; isReadKnown: boolean },
): MapFolder[] {
  const parts = partsOf(memories)
  const folders = [...groupedBy(parts, ({ path }) => topFolder(path))]
    .map(([path, own]) => ({ path, own, size: sum(own.map(({ size }) => weightOf(size))) }))
    .sort((one, other) => other.size - one.size)
  const areas = areasOf(
    folders.map(({ size }) => size),
    RATIOS,
  )
  return folders.map(({ path, own }, at): MapFolder => {
    const area = areas[at] ?? NO_AREAS
    return {
      path,
      count: sum(own.map(({ count }) => count ?? 1)),
      areas: area,
      cells: cellsOf(own, area, { last, isReadKnown }),
    }
  })
}

interface Part {
  path: string
  size: number
  sequence: number
  isRead: boolean
  count: number | null
}

const alone = ([path, size, sequence, isRead]: ListedMemory): Part => ({
  path,
  size,
  sequence,
  count: null,
  isRead: isRead === 1,
})

function partsOf(memories: readonly ListedMemory[]): Part[] {
  if (memories.length <= MOST_CELLS) return memories.map(alone)
  const foldersOf = (depth: number) => new Set(memories.map(([path]) => folderWithin(path, depth)))
  const depth = DEPTHS.find((each) => foldersOf(each).size <= MOST_CELLS) ?? 1
  return [...groupedBy(memories, ([path]) => folderWithin(path, depth))].map(([path, own]) => ({
    path,
    size: sum(own.map(([, size]) => size)),
    sequence: Math.max(...own.map(([, , sequence]) => sequence)),
    isRead: own.some(([, , , isRead]) => isRead === 1),
    count: own.length,
  }))
}

/** The folder that a path lies in, or the one above it that is so deep; with its last slash. */
function folderWithin(path: string, depth: number): string {
  const names = folderOf(path).split('/')
  return names.length - 2 <= depth ? names.join('/') : `${names.slice(0, depth + 1).join('/')}/`
}

function cellsOf(
  parts: readonly Part[],
  outer: Areas,
  { last, isReadKnown }: { last: number; isReadKnown: boolean },
): MapCell[] {
  const ratio = (shape: Shape) =>
    Math.max(0.05, (RATIOS[shape] * outer[shape].width) / Math.max(outer[shape].height, 0.1))
  const areas = areasOf(
    parts.map(({ size }) => weightOf(size)),
    { wide: ratio('wide'), slim: ratio('slim') },
  )
  // Where a label is cut, a date that many begin with is all that is left of it.
  const undated = (path: string) => nameOf(path).replace(/^\d{4}-\d\d-\d\d[ _-]+(?=\w)/, '')
  const called = groupedBy(parts, ({ path }) => undated(path))
  return parts.map(({ path, size, sequence, isRead, count }, at) => ({
    path,
    size,
    count,
    areas: areas[at] ?? NO_AREAS,
    name: called.get(undated(path))?.length === 1 ? undated(path) || '/' : nameWithin(path),
    step: inkStep(1 - sequence / Math.max(last, 1)),
    isUnread: isReadKnown && !isRead,
  }))
}

/** A memory's name with the folder that it lies in. */
const nameWithin = (path: string) => path.split('/').filter(Boolean).slice(-2).join('/')

function areasOf(weights: readonly number[], ratios: Readonly<Record<Shape, number>>): Areas[] {
  const wide = treemap(weights, ratios.wide)
  const slim = treemap(weights, ratios.slim)
  return weights.map((_, at) => ({ wide: wide[at] ?? NOWHERE, slim: slim[at] ?? NOWHERE }))
}

const NOWHERE: Area = { left: 0, top: 0, width: 0, height: 0 }
const NO_AREAS: Areas = { wide: NOWHERE, slim: NOWHERE }

const topFolder = (path: string) => path.slice(0, path.indexOf('/', 1) + 1) || '/'

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

/**
 * Divides a rectangle among weights, each its share of the area, as nearly square as they get when
 * laid row by row (Bruls, Huizing, van Wijk: Squarified Treemaps). `ratio` is the width of the
 * rectangle by its height. Areas are in the order of the weights; those of weight 0 are empty.
 */
export function treemap(weights: readonly number[], ratio: number): Area[] {
  const total = weights.reduce((sum, weight) => sum + weight, 0)
  const areas: Area[] = weights.map(() => ({ left: 0, top: 0, width: 0, height: 0 }))
  if (total === 0) return areas
  const order = weights
    .map((weight, index) => ({ index, size: (weight / total) * ratio }))
    .filter(({ size }) => size > 0)
    .sort((one, other) => other.size - one.size)
  let rest: Area = { left: 0, top: 0, width: ratio, height: 1 }
  for (let from = 0; from < order.length;) {
    const row = nextRow(order.slice(from), Math.min(rest.width, rest.height))
    rest = layRow(row, rest, (index, area) => (areas[index] = inPercent(area, ratio)))
    from += row.length
  }
  return areas
}

interface Weighed {
  index: number
  size: number
}

/** Takes as many items as make the row's worst side ratio no worse. */
function nextRow(rest: readonly Weighed[], side: number): Weighed[] {
  let sum = 0
  let worst = Infinity
  for (const [count, { size }] of rest.entries()) {
    sum += size
    // Sorted: the first is the largest of the row, this one the smallest.
    const largest = rest[0]?.size ?? size
    const next = Math.max((side * side * largest) / (sum * sum), (sum * sum) / (side * side * size))
    if (next > worst) return rest.slice(0, count)
    worst = next
  }
  return [...rest]
}

/** Lays a row along the shorter side, and gives what is left beside it. */
function layRow(
  row: readonly Weighed[],
  rest: Area,
  place: (index: number, area: Area) => void,
): Area {
  const sum = row.reduce((all, { size }) => all + size, 0)
  const isColumn = rest.width >= rest.height
  const side = isColumn ? rest.height : rest.width
  const depth = side === 0 ? 0 : Math.min(sum / side, isColumn ? rest.width : rest.height)
  let offset = 0
  for (const { index, size } of row) {
    const length = (size / sum) * side
    place(
      index,
      isColumn
        ? { left: rest.left, top: rest.top + offset, width: depth, height: length }
        : { left: rest.left + offset, top: rest.top, width: length, height: depth },
    )
    offset += length
  }
  return isColumn
    ? { ...rest, left: rest.left + depth, width: rest.width - depth }
    : { ...rest, top: rest.top + depth, height: rest.height - depth }
}

function inPercent({ left, top, width, height }: Area, ratio: number): Area {
  return {
    left: (100 * left) / ratio,
    top: 100 * top,
    width: (100 * width) / ratio,
    height: 100 * height,
  }
}
