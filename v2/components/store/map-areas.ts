import { folderOf, type ListedMemory, nameOf } from '@/components/tree/listing'
import { type AgeStep, inkStep } from '@/components/history/ink'
import { groupedBy } from '@/lib/text/lists'
import { type Area, treemap } from './treemap'

/** Where a part of the map is in either shape of it, in a pane and on a phone; the style sheet chooses. */
export interface Areas {
  wide: Area
  slim: Area
}

type Shape = keyof Areas

/** Where there is room for a part's name. */
export type Named = Readonly<Record<Shape, boolean>>

/** A memory; of a store of thousands a folder. */
export interface MapCell {
  /** of a folder with its last slash */
  path: string
  name: string
  size: number
  /** memories in a folder; null: it is a memory */
  count: number | null
  step: AgeStep
  isUnread: boolean
  areas: Areas
  named: Named
}

/** A top-level folder with its cells; `/`: what lies in the root. */
export interface MapFolder {
  path: string
  count: number
  areas: Areas
  named: Named
  cells: MapCell[]
}

/** Widths of the map by its height, about as it is shown. */
const RATIOS: Readonly<Record<Shape, number>> = { wide: 2.4, slim: 1.1 }

/** More memories are shown as the folders they lie in, more folders as those above them. */
const MOST_CELLS = 400

/** How deep a folder lies that is a cell, from where all are. */
const DEPTHS = [Infinity, 3, 2, 1]

/** Per cent of the map's width and height from which on a folder, and a cell, has its name. */
const FOLDER_NAMED: Readonly<Record<Shape, number>> = { wide: 5, slim: 14 }
const CELL_NAMED: Readonly<Record<Shape, readonly [number, number]>> = {
  wide: [8, 8],
  slim: [20, 8],
}

/** Bytes at which the smallest memory counts: an empty one is there, too. */
const weightOf = (bytes: number) => Math.max(bytes, 64)

/**
 * A store's map: area is size, ink is its last change within the store's own history. `last`: the
 * number of the store's last change; `isReadKnown`: whether what nobody read is told.
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
      named: namedWhere((shape) => area[shape].width >= FOLDER_NAMED[shape]),
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
  ...{ path, size, sequence, count: null },
  isRead: isRead === 1,
})

function partsOf(memories: readonly ListedMemory[]): Part[] {
  if (memories.length <= MOST_CELLS) return memories.map(alone)
  const depth = DEPTHS.find((each) => folderPaths(memories, each).size <= MOST_CELLS) ?? 1
  return [...groupedBy(memories, ([path]) => folderWithin(path, depth))].map(([path, own]) => ({
    path,
    size: sum(own.map(([, size]) => size)),
    sequence: Math.max(...own.map(([, , sequence]) => sequence)),
    isRead: own.some(([, , , isRead]) => isRead === 1),
    count: own.length,
  }))
}

const folderPaths = (memories: readonly ListedMemory[], depth: number) =>
  new Set(memories.map(([path]) => folderWithin(path, depth)))

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
  return parts.map(({ path, size, sequence, isRead, count }, at) => {
    const own = areas[at] ?? NO_AREAS
    const share = (shape: Shape, side: 'width' | 'height') =>
      (own[shape][side] * outer[shape][side]) / 100
    return {
      ...{ path, name: nameOf(path) || '/', size, count, areas: own },
      step: inkStep(1 - sequence / Math.max(last, 1)),
      isUnread: isReadKnown && !isRead,
      named: namedWhere((shape) => {
        const [width, height] = CELL_NAMED[shape]
        return share(shape, 'width') >= width && share(shape, 'height') >= height
      }),
    }
  })
}

function areasOf(weights: readonly number[], ratios: Readonly<Record<Shape, number>>): Areas[] {
  const [wide, slim] = [treemap(weights, ratios.wide), treemap(weights, ratios.slim)]
  return weights.map((_, at) => ({ wide: wide[at] ?? NOWHERE, slim: slim[at] ?? NOWHERE }))
}

const NOWHERE: Area = { left: 0, top: 0, width: 0, height: 0 }
const NO_AREAS: Areas = { wide: NOWHERE, slim: NOWHERE }

const topFolder = (path: string) => path.slice(0, path.indexOf('/', 1) + 1) || '/'

const namedWhere = (hasRoom: (shape: Shape) => boolean): Named => ({
  wide: hasRoom('wide'),
  slim: hasRoom('slim'),
})

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)
