import { useRouter } from 'next/navigation'
import { useFormatter, useTranslations } from 'next-intl'
import { type CSSProperties, type MouseEvent, useMemo } from 'react'
import { VisibleName } from '@/components/lines/visible-text'
import type { ListedMemory } from '@/components/tree/listing'
import { type ListingProps, useListing } from '@/components/tree/use-listing'
import { shownSize } from '@/lib/text/human-size'
import { plainName } from '@/lib/text/visible-text'
import { type Area, type Areas, type MapCell, type MapFolder, mapOf } from './map-areas'

/** A store's map: area is size, ink is the last change; what nobody ever read is hatched. */
export function StoreMap(props: ListingProps) {
  const { storeId, at } = props
  const t = useTranslations('Overview')
  const format = useFormatter()
  const router = useRouter()
  const { listing } = useListing(props)
  const memories = listing?.memories
  const isReadKnown = useMemo(() => memories?.some(([, , , isRead]) => isRead) ?? false, [memories])
  const folders = useMemo(
    () => mapOf(memories ?? [], { last: newestOf(memories ?? []), isReadKnown }),
    [memories, isReadKnown],
  )
  const onFollow = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    router.push(event.currentTarget.href)
  }
  if (folders.length === 0) return null
  return (
    <section aria-label={t('map')} className="px-5 pt-4 pb-5 max-md:px-4">
      <header className="flex flex-wrap items-baseline gap-x-2 pb-1.5">
        <h2 className="font-semibold">{t('all', { count: memories?.length ?? 0 })}</h2>
        <p className="text-xs text-ink-2">{t('mapAbout')}</p>
        <p className="ml-auto flex items-center gap-1.5 text-xs text-ink-2 max-md:hidden">
          {t('firstChange')}
          {[5, 4, 3, 2, 1, 0].map((step) => (
            <i
              key={step}
              aria-hidden
              className="map-key h-2.5 w-4 rounded-xs"
              style={{ background: `var(--age-${step})` }}
            />
          ))}
          {t('latestChange')}
          {isReadKnown ? (
            <>
              <i aria-hidden className="map-key hatched ml-2 h-2.5 w-4 rounded-xs bg-track" />
              {t('neverRead')}
            </>
          ) : null}
        </p>
      </header>
      <div className="relative h-[clamp(16rem,38vh,24rem)] max-md:h-80">
        {folders.map((folder) => (
          <Folder
            key={folder.path}
            folder={folder}
            storeId={storeId}
            at={at}
            t={t}
            format={format}
            onFollow={onFollow}
          />
        ))}
      </div>
    </section>
  )
}

/** The newest change to a memory that is there: the store's own may be a deletion, or no change of one. */
const newestOf = (memories: readonly ListedMemory[]) =>
  memories.reduce((newest, [, , sequence]) => Math.max(newest, sequence), 0)

/** What all parts of the map have in common: made once, since there are hundreds. */
interface Within extends Pick<ListingProps, 'storeId' | 'at'> {
  t: ReturnType<typeof useTranslations<'Overview'>>
  format: ReturnType<typeof useFormatter>
  /** follows a part's address without loading the page anew */
  onFollow: (event: MouseEvent<HTMLAnchorElement>) => void
}

function Folder({ folder, ...within }: Within & { folder: MapFolder }) {
  const { path, count, areas, cells } = folder
  return (
    <div className="map-area p-px" style={insets(areas)}>
      <p
        aria-hidden
        className="h-4 overflow-hidden text-label font-semibold text-ellipsis whitespace-nowrap text-ink-2"
      >
        <span>
          {path === '/' ? within.t('topLevel') : <VisibleName name={path.slice(1, -1)} />}{' '}
          <span className="font-normal text-ink-3 tabular-nums">{count}</span>
        </span>
      </p>
      <div className="absolute inset-x-0 top-[1.125rem] bottom-0">
        {cells.map((cell) => (
          <Cell key={cell.path} cell={cell} {...within} />
        ))}
      </div>
    </div>
  )
}

function Cell({ cell, storeId, at, t, format, onFollow }: Within & { cell: MapCell }) {
  const { path, name, size, count, step, isUnread, areas } = cell
  const query = new URLSearchParams(count === null ? { path } : { filter: path })
  if (at !== null) query.set('at', String(at))
  const said = [
    plainName(path),
    ...(count === null ? [] : [t('all', { count })]),
    shownSize(format, size),
    ...(isUnread ? [t('neverRead')] : []),
  ].join(', ')
  return (
    <a
      href={`/stores/${storeId}?${query}`}
      aria-label={said}
      title={said}
      // The tree has the same memories, and keys of its own.
      tabIndex={-1}
      className="map-cell"
      style={{ ...insets(areas), background: `var(--age-${step})` }}
      onClick={onFollow}
    >
      {isUnread ? <i aria-hidden className="hatched absolute inset-0" /> : null}
      <span className="absolute top-[3px] left-1 max-w-[calc(100%-8px)] truncate rounded-[3px] bg-sheet px-1 text-[11px] leading-4 font-medium">
        <VisibleName name={name.replace(/\.md$/, '')} />
      </span>
    </a>
  )
}

/** Distances from the top, right, bottom and left, to a tenth of a pixel of a map a thousand wide. */
const insetOf = ({ left, top, width, height }: Area) =>
  [top, 100 - left - width, 100 - top - height, left]
    .map((value) => `${Math.max(0, Math.round(value * 100) / 100)}%`)
    .join(' ')

const insets = ({ wide, slim }: Areas) =>
  ({ '--wide': insetOf(wide), '--slim': insetOf(slim) }) as CSSProperties
