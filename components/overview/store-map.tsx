import type { CSSProperties } from 'react'
import { formats, texts } from '@/components/i18n/server-texts'
import { type AgeStep, inkStep } from '@/lib/store/model/age-step'
import { NEVER_READ_AFTER_MS } from '@/lib/store/model/never-read'
import type { MappedMemory, StoreMap as StoreMapOf } from '@/lib/store/model/store-map'
import { plainName } from '@/lib/text/plain-text'
import { shownSize } from '@/lib/text/shown-size'
import { type MapFolder, mapFolders } from './map-folders'
import { MapKeys } from './overview-lazy'
import { type Area, treemap } from './treemap'

export interface StoreMapProps {
  map: StoreMapOf
  /** the address of a memory, by its path */
  addressOf: (path: string) => string
  /** the address of the tree, filtered by a folder's path */
  folderAddressOf: (path: string) => string
  /** whether anything was ever read: if not, nothing is marked as never read */
  hasReads: boolean
  /** as of when it is told what was never read, milliseconds since 1970 */
  now: number
  /** whether it is all there is on the page, and so may be higher */
  isAlone: boolean
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

/**
 * A store's memories as areas: their size, and when in its history they changed; hatched if never
 * read. Of very many, the folders.
 */
export async function StoreMap(props: StoreMapProps) {
  const t = await texts()
  const { map, hasReads, isAlone } = props
  const stepAt = inkOf(map)
  return (
    <section aria-label={t('Overview.map')} className="px-4 pt-1 pb-3">
      <header className="flex min-h-9 flex-wrap items-center gap-x-2">
        <h2 className="font-semibold">{t('Overview.all', { count: map.memoryCount })}</h2>
        <span className="text-xs text-ink-3">{t('Overview.mapAbout')}</span>
        <Legend hasReads={hasReads} />
      </header>
      <MapKeys label={t('Overview.map')} isAlone={isAlone}>
        {map.shows === 'memories' ? (
          <Folders {...props} folders={mapFolders(map.memories)} stepAt={stepAt} />
        ) : (
          <Directories {...props} directories={map.directories} stepAt={stepAt} />
        )}
      </MapKeys>
    </section>
  )
}

type StepAt = (changedAt: number) => AgeStep

/** The ink of each time by how many of the areas changed later. */
function inkOf(map: StoreMapOf): StepAt {
  const times = (map.shows === 'memories' ? map.memories : map.directories)
    .map(({ changedAt }) => changedAt)
    .sort((one, other) => other - one)
  const newer = new Map<number, number>()
  for (const [index, time] of times.entries()) if (!newer.has(time)) newer.set(time, index)
  return (time) => inkStep((newer.get(time) ?? 0) / Math.max(1, times.length))
}

async function Legend({ hasReads }: Pick<StoreMapProps, 'hasReads'>) {
  const t = await texts()
  const steps: readonly AgeStep[] = [5, 4, 3, 2, 1, 0]
  return (
    <p className="ml-auto flex items-center gap-1 text-xs text-ink-3">
      {t('Overview.firstChange')}
      <span aria-hidden className="mx-0.5 flex gap-0.5">
        {steps.map((step) => (
          <i
            key={step}
            className="h-2.5 w-4 rounded-[2px]"
            style={{ background: `var(--age-${step})` }}
          />
        ))}
      </span>
      {t('Overview.latestChange')}
      {hasReads ? (
        <>
          <i aria-hidden className="hatched ml-2 h-2.5 w-4 rounded-[2px] bg-age-4" />
          {t('Overview.neverRead')}
        </>
      ) : null}
    </p>
  )
}

type FoldersProps = Pick<StoreMapProps, 'addressOf' | 'hasReads' | 'now'> & {
  stepAt: StepAt
  folders: readonly MapFolder[]
}

async function Folders({ folders, ...shown }: FoldersProps) {
  const t = await texts()
  const areas = areasOf(
    folders.map(({ byteSize, memories }) => weightOf(byteSize) + 32 * memories.length),
    RATIOS,
  )
  return folders.map((folder, index) => {
    const area = areas[index] ?? NO_AREAS
    const name = folder.path === '/' ? t('Overview.topLevel') : plainName(folder.path.slice(1, -1))
    return (
      <div key={folder.path} role="presentation" className="map-area p-px" style={styleOf(area)}>
        <p aria-hidden className="h-4 truncate text-label leading-4 font-semibold text-ink-2">
          <span
            className={
              shownWhere(area, ({ width }, shape) => width >= NAMED_FROM[shape]) ?? 'hidden'
            }
          >
            {name}{' '}
            <span className="font-normal text-ink-3 tabular-nums">{folder.memories.length}</span>
          </span>
        </p>
        <div role="presentation" className="absolute inset-x-0 top-4.5 bottom-0">
          <Memories memories={folder.memories} area={area} {...shown} />
        </div>
      </div>
    )
  })
}

/** Per cent of the map's width from which on a folder has its name. */
const NAMED_FROM = { wide: 4, narrow: 12 } as const

type MemoriesProps = Pick<StoreMapProps, 'addressOf' | 'hasReads' | 'now'> & {
  stepAt: StepAt
  memories: readonly MappedMemory[]
  /** of their folder */
  area: Areas
}

async function Memories({ memories, area, addressOf, hasReads, stepAt, now }: MemoriesProps) {
  const t = await texts()
  const format = await formats()
  const ratioOf = (shape: keyof Areas) =>
    Math.max(0.05, (RATIOS[shape] * area[shape].width) / Math.max(area[shape].height, 0.1))
  const areas = areasOf(
    memories.map(({ size }) => weightOf(size)),
    { wide: ratioOf('wide'), narrow: ratioOf('narrow') },
  )
  return memories.map((memory, index) => {
    const own = areas[index] ?? NO_AREAS
    const isUnread =
      hasReads && memory.lastReadAt === null && memory.changedAt <= now - NEVER_READ_AFTER_MS
    const name = memory.path.slice(memory.path.lastIndexOf('/') + 1)
    const said = `${plainName(memory.path)}, ${shownSize(format, memory.size)}${isUnread ? `, ${t('Overview.neverRead')}` : ''}`
    return (
      <Cell
        key={memory.memoryId}
        href={addressOf(memory.path)}
        area={own}
        step={stepAt(memory.changedAt)}
        isHatched={isUnread}
        said={said}
        label={plainName(name)}
        labelled={shownWhere(own, ({ width, height }, shape) =>
          isLabelled(shape, (width * area[shape].width) / 100, (height * area[shape].height) / 100),
        )}
      />
    )
  })
}

type DirectoriesProps = Pick<StoreMapProps, 'folderAddressOf' | 'hasReads' | 'now'> & {
  stepAt: StepAt
  directories: (StoreMapOf & { shows: 'directories' })['directories']
}

async function Directories(props: DirectoriesProps) {
  const { directories, folderAddressOf, hasReads, stepAt, now } = props
  const t = await texts()
  const format = await formats()
  const areas = areasOf(
    directories.map(({ byteSize }) => weightOf(byteSize)),
    RATIOS,
  )
  return directories.map((directory, index) => {
    const own = areas[index] ?? NO_AREAS
    const { path, byteSize, memoryCount, neverReadCount, changedAt } = directory
    const said = `${plainName(path)}, ${t('Overview.all', { count: memoryCount })}, ${shownSize(format, byteSize)}`
    return (
      <Cell
        key={path}
        href={folderAddressOf(path)}
        area={own}
        step={stepAt(changedAt)}
        isHatched={
          hasReads && neverReadCount === memoryCount && changedAt <= now - NEVER_READ_AFTER_MS
        }
        said={said}
        label={plainName(path)}
        labelled={shownWhere(own, ({ width, height }, shape) => isLabelled(shape, width, height))}
      />
    )
  })
}

interface CellProps {
  href: string
  area: Areas
  step: AgeStep
  isHatched: boolean
  /** its name for who cannot see it, and on hover */
  said: string
  label: string
  /** see `shownWhere` */
  labelled: string | null
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

/** Plain links: there may be thousands, and `MapKeys` follows them without loading the page anew. */
function Cell({ href, area, step, isHatched, said, label, labelled }: CellProps) {
  return (
    <a
      href={href}
      title={said}
      aria-label={said}
      tabIndex={-1}
      className="map-area map-cell"
      data-step={step}
      style={styleOf(area)}
    >
      {isHatched ? <i aria-hidden className="hatched" /> : null}
      {labelled === null ? null : <span className={labelled}>{label}</span>}
    </a>
  )
}

const percent = (value: number) => `${Math.max(0, Math.round(value * 1000) / 1000)}%`

/** Distances from the top, right, bottom and left. */
const insetOf = ({ left, top, width, height }: Area) =>
  [top, 100 - left - width, 100 - top - height, left].map(percent).join(' ')

const styleOf = ({ wide, narrow }: Areas) =>
  ({ '--wide': insetOf(wide), '--narrow': insetOf(narrow) }) as CSSProperties
