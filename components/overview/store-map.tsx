import { texts } from '@/components/i18n/server-texts'
import { type AgeStep, inkStep } from '@/lib/store/model/age-step'
import { NEVER_READ_AFTER_MS } from '@/lib/store/model/never-read'
import type { StoreMap as StoreMapOf } from '@/lib/store/model/store-map'
import { mapFolders } from './map-folders'
import { MapCells } from './overview-lazy'
import type { SentMap } from './sent-map'

export interface StoreMapProps {
  map: StoreMapOf
  /** at a past moment, the suffix for addresses, `&at=…`; empty: now */
  at: string
  /** whether anything was ever read: if not, nothing is marked as never read */
  hasReads: boolean
  /** as of when it is told what was never read, milliseconds since 1970 */
  now: number
  /** whether it is all there is on the page, and so may be higher */
  isAlone: boolean
}

/**
 * A store's memories as areas: their size, and when in its history they changed; hatched if never
 * read. Of very many, the folders.
 */
export async function StoreMap(props: StoreMapProps) {
  const t = await texts()
  const { map, at, hasReads, isAlone } = props
  return (
    <section aria-label={t('Overview.map')} className="px-4 pt-1 pb-3">
      <header className="flex min-h-9 flex-wrap items-center gap-x-2">
        <h2 className="font-semibold">{t('Overview.all', { count: map.memoryCount })}</h2>
        <span className="text-xs text-ink-3">{t('Overview.mapAbout')}</span>
        <Legend hasReads={hasReads} />
      </header>
      <MapCells map={sentMap(props)} at={at} isAlone={isAlone} />
    </section>
  )
}

function sentMap({ map, hasReads, now }: StoreMapProps): SentMap {
  const stepAt = inkOf(map)
  const isOld = (changedAt: number) => changedAt <= now - NEVER_READ_AFTER_MS
  if (map.shows === 'directories') {
    return {
      directories: map.directories.map((directory) => {
        const { path, byteSize, memoryCount, neverReadCount, changedAt } = directory
        const isUnread = hasReads && neverReadCount === memoryCount && isOld(changedAt)
        const sent = [path, byteSize, stepAt(changedAt), memoryCount] as const
        return isUnread ? [...sent, 1] : sent
      }),
    }
  }
  return {
    folders: mapFolders(map.memories).map((folder) => ({
      path: folder.path,
      memories: folder.memories.map(({ path, size, changedAt, lastReadAt }) => {
        const isUnread = hasReads && lastReadAt === null && isOld(changedAt)
        const sent = [path.slice(folder.path.length), size, stepAt(changedAt)] as const
        return isUnread ? [...sent, 1] : sent
      }),
    })),
  }
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
