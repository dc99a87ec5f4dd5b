import { escaped } from '@/components/content/line-html'
import { plainName } from '@/lib/text/plain-text'
import type { SentDirectory, SentMap, SentMemory } from './sent-map'
import { type Area, treemap } from './treemap'

export interface MapHtmlOptions {
  /** at a past moment, the suffix for addresses, `&at=…`; empty: now */
  at: string
  words: {
    size: (bytes: number) => string
    count: (memories: number) => string
    topLevel: string
    /** what being hatched says */
    hatched: string
  }
}

/** Widths of the map by its height, about as it is shown: in a pane, and on a phone. */
const RATIOS = { wide: 4, narrow: 1.25 } as const

/** Where a part of the map is, in either shape of it; the style sheet chooses (`.map-area`). */
type Areas = Record<keyof typeof RATIOS, Area>

const areasOf = (weights: readonly number[], ratios: Record<keyof Areas, number>): Areas[] => {
  const [wide, narrow] = [treemap(weights, ratios.wide), treemap(weights, ratios.narrow)]
  return weights.map((_, at) => ({ wide: wide[at] ?? NOWHERE, narrow: narrow[at] ?? NOWHERE }))
}

const NOWHERE: Area = { left: 0, top: 0, width: 0, height: 0 }
const NO_AREAS: Areas = { wide: NOWHERE, narrow: NOWHERE }

/** Weights: an empty memory is there, too. */
const weightOf = (bytes: number) => Math.max(bytes, 32)

/** The areas of a store's map as HTML: there may be thousands. Names are always escaped. */
export function mapHtml(map: SentMap, options: MapHtmlOptions): string {
  return 'folders' in map
    ? foldersHtml(map.folders, options)
    : directoriesHtml(map.directories, options)
}

type Folders = Extract<SentMap, { folders: unknown }>['folders']

function foldersHtml(folders: Folders, options: MapHtmlOptions): string {
  const weights = folders.map(({ memories }) =>
    memories.reduce((sum, [, size]) => sum + size, 32 * memories.length),
  )
  const areas = areasOf(weights.map(weightOf), RATIOS)
  return folders
    .map(({ path, memories }, index) => {
      const area = areas[index] ?? NO_AREAS
      const name = path === '/' ? options.words.topLevel : plainName(path.slice(1, -1))
      const named = shownWhere(area, ({ width }, shape) => width >= NAMED_FROM[shape]) ?? 'hidden'
      return `<div role="presentation" class="map-area map-folder" style="${styleOf(area)}"><p aria-hidden="true"><span${classOf(named)}>${escaped(name)} <span>${memories.length}</span></span></p><div role="presentation">${memoriesHtml(path, memories, area, options)}</div></div>`
    })
    .join('')
}

/** Per cent of the map's width from which on a folder has its name. */
const NAMED_FROM = { wide: 4, narrow: 12 } as const

function memoriesHtml(
  folder: string,
  memories: readonly SentMemory[],
  area: Areas,
  { at, words }: MapHtmlOptions,
): string {
  const ratioOf = (shape: keyof Areas) =>
    Math.max(0.05, (RATIOS[shape] * area[shape].width) / Math.max(area[shape].height, 0.1))
  const areas = areasOf(
    memories.map(([, size]) => weightOf(size)),
    { wide: ratioOf('wide'), narrow: ratioOf('narrow') },
  )
  return memories
    .map(([rest, size, step, isHatched], index) => {
      const own = areas[index] ?? NO_AREAS
      const path = `${folder}${rest}`
      const said = [plainName(path), words.size(size), ...(isHatched ? [words.hatched] : [])].join(
        ', ',
      )
      return cellHtml({
        href: `?path=${encodeURIComponent(path)}${at}`,
        ...{ area: own, step, isHatched, said },
        label: plainName(path.slice(path.lastIndexOf('/') + 1)),
        labelled: shownWhere(own, ({ width, height }, shape) =>
          isLabelled(shape, (width * area[shape].width) / 100, (height * area[shape].height) / 100),
        ),
      })
    })
    .join('')
}

function directoriesHtml(
  directories: readonly SentDirectory[],
  { at, words }: MapHtmlOptions,
): string {
  const areas = areasOf(
    directories.map(([, size]) => weightOf(size)),
    RATIOS,
  )
  return directories
    .map(([path, size, step, count, isHatched], index) => {
      const own = areas[index] ?? NO_AREAS
      return cellHtml({
        href: `?filter=${encodeURIComponent(path)}${at}`,
        ...{ area: own, step, isHatched },
        said: `${plainName(path)}, ${words.count(count)}, ${words.size(size)}`,
        label: plainName(path),
        labelled: shownWhere(own, ({ width, height }, shape) => isLabelled(shape, width, height)),
      })
    })
    .join('')
}

interface Cell {
  href: string
  area: Areas
  step: number
  isHatched: 1 | undefined
  /** its name for who cannot see it, and on hover */
  said: string
  label: string
  /** see `shownWhere` */
  labelled: string | null
}

/**
 * A plain link, which `MapCells` follows without loading the page anew; its address is that of the
 * page, with another query.
 */
function cellHtml({ href, area, step, isHatched, said, label, labelled }: Cell): string {
  const hatch = isHatched ? '<i aria-hidden="true" class="hatched"></i>' : ''
  const name = labelled === null ? '' : `<span${classOf(labelled)}>${escaped(label)}</span>`
  return `<a href="${escaped(href)}" aria-label="${escaped(said)}" tabindex="-1" class="map-cell" data-step="${step}" style="${styleOf(area)}">${hatch}${name}</a>`
}

/** A cell has room for its name from these on, in per cent of the map's width and height. */
const LABELLED_FROM = { wide: [9, 12], narrow: [22, 9] } as const

function isLabelled(shape: keyof Areas, width: number, height: number): boolean {
  const [minWidth, minHeight] = LABELLED_FROM[shape]
  return width > minWidth && height > minHeight
}

/** The classes of what is shown in the shapes that have room for it; null: neither has. */
function shownWhere(
  areas: Areas,
  hasRoom: (area: Area, shape: keyof Areas) => boolean,
): string | null {
  const [isWide, isNarrow] = [hasRoom(areas.wide, 'wide'), hasRoom(areas.narrow, 'narrow')]
  if (isWide) return isNarrow ? '' : 'max-md:hidden'
  return isNarrow ? 'md:hidden' : null
}

const classOf = (names: string) => (names === '' ? '' : ` class="${names}"`)

/** To a tenth of a pixel of a map a thousand wide. */
const percent = (value: number) => `${Math.max(0, Math.round(value * 100) / 100)}%`

/** Distances from the top, right, bottom and left. */
const insetOf = ({ left, top, width, height }: Area) =>
  [top, 100 - left - width, 100 - top - height, left].map(percent).join(' ')

const styleOf = ({ wide, narrow }: Areas) => `--wide:${insetOf(wide)};--slim:${insetOf(narrow)}`
