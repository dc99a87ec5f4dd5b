import { texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { type AgeStep, inkStep } from '@/lib/store/model/age-step'
import { NEVER_READ_AFTER_MS } from '@/lib/store/model/never-read'
import type { StoreMap as StoreMapOf } from '@/lib/store/model/store-map'
import { mapFolders } from './map-folders'
import { MapCells } from './overview-lazy'
import type { MapHatch, SentMap } from './sent-map'

export interface StoreMapProps {
  storeId: string
  map: StoreMapOf
  /** at a past moment, the suffix for addresses, `&at=…`; empty: now */
  at: string
  /** whether anything was ever read: if not, nothing is marked as never read */
  hasReads: boolean
  /** whether it can be told what tests read */
  hasTests: boolean
  /** the memories that a test reads, by path: the others are hatched; null: what nobody read is */
  covered: ReadonlySet<string> | null
  /** as of when it is told what was never read, milliseconds since 1970 */
  now: number
  /** whether it is all there is on the page, and so may be higher */
  isAlone: boolean
}

/**
 * A store's memories as areas: their size, and when in its history they changed; hatched if never
 * read, or if no test reads them. Of very many, the folders.
 */
export async function StoreMap(props: StoreMapProps) {
  const t = await texts()
  const { storeId, map, at, covered, hasTests, hasReads, isAlone } = props
  const hatch = covered ? 'untested' : 'neverRead'
  return (
    <section aria-label={t('Overview.map')} className="px-4 pt-1 pb-3">
      <header className="flex min-h-9 flex-wrap items-center gap-x-2">
        <h2 className="font-semibold">{t('Overview.all', { count: map.memoryCount })}</h2>
        <span className="text-xs text-ink-3">
          {covered
            ? t('Overview.covered', { count: covered.size, all: map.memoryCount })
            : t('Overview.mapAbout')}
        </span>
        {hasTests ? <HatchChoice storeId={storeId} isOfTests={covered !== null} /> : null}
        <Legend hatch={covered || hasReads ? hatch : null} />
      </header>
      <MapCells map={sentMap(props)} hatch={hatch} at={at} isAlone={isAlone} />
    </section>
  )
}

/** Hatches what no test reads, in place of what nobody read. */
async function HatchChoice({ storeId, isOfTests }: { storeId: string; isOfTests: boolean }) {
  const t = await texts()
  return (
    <Link
      href={isOfTests ? `/stores/${storeId}` : `/stores/${storeId}?map=tests`}
      replace
      scroll={false}
      className="text-xs text-accent underline-offset-2 hover:underline"
    >
      {t(isOfTests ? 'Overview.showReads' : 'Overview.showTests')}
    </Link>
  )
}

function sentMap(props: StoreMapProps): SentMap {
  const { map } = props
  const stepAt = inkOf(map)
  if (map.shows === 'directories') {
    const covered = coveredDirectories(props)
    return {
      directories: map.directories.map((directory) => {
        const { path, byteSize, memoryCount, neverReadCount, changedAt } = directory
        const isHatched = covered
          ? !covered.has(path)
          : isNeverRead(props, { changedAt, isRead: neverReadCount < memoryCount })
        const sent = [path, byteSize, stepAt(changedAt), memoryCount] as const
        return isHatched ? [...sent, 1] : sent
      }),
    }
  }
  const { covered } = props
  return {
    folders: mapFolders(map.memories).map((folder) => ({
      path: folder.path,
      memories: folder.memories.map(({ path, size, changedAt, lastReadAt }) => {
        const isHatched = covered
          ? !covered.has(path)
          : isNeverRead(props, { changedAt, isRead: lastReadAt !== null })
        const sent = [path.slice(folder.path.length), size, stepAt(changedAt)] as const
        return isHatched ? [...sent, 1] : sent
      }),
    })),
  }
}

function isNeverRead(
  { hasReads, now }: StoreMapProps,
  { changedAt, isRead }: { changedAt: number; isRead: boolean },
): boolean {
  return hasReads && !isRead && changedAt <= now - NEVER_READ_AFTER_MS
}

/** The directories of a map in which a test reads a memory; null: it is not asked for. */
function coveredDirectories({ map, covered }: StoreMapProps): Set<string> | null {
  if (covered === null || map.shows !== 'directories') return null
  const found = new Set<string>()
  const known = new Set(map.directories.map(({ path }) => path))
  for (const path of covered) {
    // The innermost that is on the map: of those within each other, a memory is counted in one.
    for (let end = path.lastIndexOf('/'); end >= 0; end = path.lastIndexOf('/', end - 1)) {
      const directory = path.slice(0, end + 1)
      if (known.has(directory)) {
        found.add(directory)
        break
      }
      if (end === 0) break
    }
  }
  return found
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

async function Legend({ hatch }: { hatch: MapHatch | null }) {
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
      {hatch ? (
        <>
          <i aria-hidden className="hatched ml-2 h-2.5 w-4 rounded-[2px] bg-age-4" />
          {t(`Overview.${hatch}`)}
        </>
      ) : null}
    </p>
  )
}
