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

/** Width of the map by its height, about as it is shown. */
const RATIO = 4

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
  const areas = treemap(
    folders.map(({ byteSize, memories }) => weightOf(byteSize) + 32 * memories.length),
    RATIO,
  )
  return folders.map((folder, index) => {
    const area = areas[index] ?? NOWHERE
    const name = folder.path === '/' ? t('Overview.topLevel') : plainName(folder.path.slice(1, -1))
    return (
      <div key={folder.path} role="presentation" className="absolute p-px" style={styleOf(area)}>
        <p aria-hidden className="h-4 truncate text-label leading-4 font-semibold text-ink-2">
          {area.width < 4 ? null : (
            <>
              {name}{' '}
              <span className="font-normal text-ink-3 tabular-nums">{folder.memories.length}</span>
            </>
          )}
        </p>
        <div role="presentation" className="absolute inset-x-0 top-4.5 bottom-0">
          <Memories memories={folder.memories} area={area} {...shown} />
        </div>
      </div>
    )
  })
}

const NOWHERE: Area = { left: 0, top: 0, width: 0, height: 0 }

type MemoriesProps = Pick<StoreMapProps, 'addressOf' | 'hasReads' | 'now'> & {
  stepAt: StepAt
  memories: readonly MappedMemory[]
  area: Area
}

async function Memories({ memories, area, addressOf, hasReads, stepAt, now }: MemoriesProps) {
  const t = await texts()
  const format = await formats()
  const areas = treemap(
    memories.map(({ size }) => weightOf(size)),
    Math.max(0.05, (RATIO * area.width) / Math.max(area.height, 0.1)),
  )
  return memories.map((memory, index) => {
    const own = areas[index] ?? NOWHERE
    const isUnread =
      hasReads && memory.lastReadAt === null && memory.changedAt <= now - NEVER_READ_AFTER_MS
    const name = memory.path.slice(memory.path.lastIndexOf('/') + 1)
    const said = `${plainName(memory.path)}, ${shownSize(format, memory.size)}${isUnread ? `, ${t('Overview.neverRead')}` : ''}`
    // Per cent of the whole map.
    const isLabelled = own.width * area.width > 900 && own.height * area.height > 1200
    return (
      <Cell
        key={memory.memoryId}
        href={addressOf(memory.path)}
        area={own}
        step={stepAt(memory.changedAt)}
        isHatched={isUnread}
        said={said}
        label={isLabelled ? plainName(name) : null}
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
  const areas = treemap(
    directories.map(({ byteSize }) => weightOf(byteSize)),
    RATIO,
  )
  return directories.map((directory, index) => {
    const own = areas[index] ?? NOWHERE
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
        label={own.width > 9 && own.height > 12 ? plainName(path) : null}
      />
    )
  })
}

interface CellProps {
  href: string
  area: Area
  step: AgeStep
  isHatched: boolean
  /** its name for who cannot see it, and on hover */
  said: string
  label: string | null
}

/** Plain links: there may be thousands, and `MapKeys` follows them without loading the page anew. */
function Cell({ href, area, step, isHatched, said, label }: CellProps) {
  return (
    <a
      href={href}
      title={said}
      aria-label={said}
      tabIndex={-1}
      className="map-cell"
      data-step={step}
      style={styleOf(area)}
    >
      {isHatched ? <i aria-hidden className="hatched" /> : null}
      {label === null ? null : <span>{label}</span>}
    </a>
  )
}

const percent = (value: number) => `${Math.round(value * 1000) / 1000}%`

function styleOf({ left, top, width, height }: Area): CSSProperties {
  return {
    left: percent(left),
    top: percent(top),
    width: percent(width),
    height: percent(height),
  }
}
