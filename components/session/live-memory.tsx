import { clsx } from 'clsx'
import { Crosshair, Eye, Hand, type LucideIcon, PenLine } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { memo, type ReactNode, useMemo, useState } from 'react'
import { PathInLine, VisibleLabel } from '@/components/lines/visible-text'
import { useListing } from '@/components/tree/use-listing'
import { Button } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import type { AttachedStore } from '@/lib/sessions/attached'
import { plainName } from '@/lib/text/visible-text'
import { type Place, placeKey, type Touched, touchedBy } from './called'
import type { SessionState } from './state'
import { ShownMemoryPane } from './shown-memory'

export interface LiveMemoryProps extends Pick<SessionState, 'entries' | 'written'> {
  sessionId: string
  stores: readonly AttachedStore[]
}

/**
 * The session's memories beside its conversation. It follows the agent from memory to memory until a person
 * picks one.
 */
export const LiveMemory = memo(function LiveMemory({
  sessionId,
  stores,
  entries,
  written,
}: LiveMemoryProps) {
  const t = useTranslations('LiveMemory')
  const [picked, setPicked] = useState<Place | null>(null)
  const touched = useMemo(
    () =>
      touchedBy(
        entries.flatMap((entry) => (entry.kind === 'call' ? [entry] : [])),
        stores,
        written,
      ),
    [entries, stores, written],
  )
  const shown = picked ?? touched[0] ?? null
  const key = shown && placeKey(shown)
  const waits = touched.find((each) => each.state === 'waits' && placeKey(each) === key)
  const rowOf = (place: Place, by?: Touched) => (
    <MemoryRow
      key={placeKey(place)}
      place={place}
      touched={by ?? null}
      isShown={placeKey(place) === key}
      onPick={() => setPicked(place)}
    />
  )
  if (stores.length === 0) return <p className="p-4 text-ink-3">{t('noStores')}</p>
  return (
    <div className="flex h-full min-h-0 flex-col bg-well">
      <div className="flex min-h-11 items-center gap-2 px-4 py-1.5">
        <h2 className="shrink-0 font-semibold">{t('heading')}</h2>
        {stores.length === 1 ? <StoreLink store={stores[0]} /> : null}
        <Button
          size="small"
          variant="quiet"
          aria-pressed={picked === null}
          onClick={() => setPicked(picked === null ? shown : null)}
          className="ml-auto aria-pressed:bg-accent-bg aria-pressed:text-accent"
          Icon={Crosshair}
        >
          {t(picked === null ? 'follows' : 'follow')}
        </Button>
      </div>
      <div className="max-h-[45%] shrink-0 overflow-y-auto px-2 pb-2">
        {stores.map((store) => (
          <StoreMemories
            key={store.storeId}
            store={store}
            touched={touched.filter(({ storeId }) => storeId === store.storeId)}
            isNamed={stores.length > 1}
            rowOf={rowOf}
          />
        ))}
      </div>
      {shown ? (
        <ShownMemoryPane
          key={placeKey(shown)}
          sessionId={sessionId}
          place={shown}
          waiting={waits ?? null}
        />
      ) : (
        <p className="flex-1 border-t border-line bg-sheet p-4 text-ink-3">{t('choose')}</p>
      )}
    </div>
  )
})

function StoreLink({ store }: { store: AttachedStore | undefined }) {
  const t = useTranslations('LiveMemory')
  if (!store) return null
  return (
    <span className="flex min-w-0 gap-1 truncate text-ink-3">
      <Link href={`/stores/${store.storeId}`} className="truncate hover:text-ink hover:underline">
        <VisibleLabel text={store.name} />
      </Link>
      {store.isReadOnly ? `(${t('readOnly')})` : null}
    </span>
  )
}

/** Other memories than those that the agent touched; the rest is in the store itself. */
const MOST_LISTED = 200

interface StoreMemoriesProps {
  store: AttachedStore
  touched: readonly Touched[]
  isNamed: boolean
  rowOf: (place: Place, by?: Touched) => ReactNode
}

/** What waits and was written stands first, then what was read, then the others behind a line. */
function StoreMemories({ store, touched, isNamed, rowOf }: StoreMemoriesProps) {
  const t = useTranslations('LiveMemory')
  const { storeId, name } = store
  const { listing } = useListing({ storeId, at: null, listing: null })
  const [isOpen, setOpen] = useState(false)
  const known = new Set(touched.map(({ path }) => path))
  const others = (listing?.memories ?? []).filter(([path]) => !known.has(path))
  const isRead = ({ state }: Touched) => state === 'read'
  const first = [...touched.filter((each) => !isRead(each)), ...touched.filter(isRead)]
  return (
    <section aria-label={plainName(name)}>
      {isNamed ? (
        <h3 className="px-2 py-1 text-xs">
          <StoreLink store={store} />
        </h3>
      ) : null}
      <ul>{first.map((each) => rowOf(each, each))}</ul>
      {listing?.memories.length === 0 && first.length === 0 ? (
        <p className="px-2 text-xs text-ink-3">{t('empty')}</p>
      ) : null}
      {others.length > 0 ? (
        <details onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
          <summary className="min-h-7 rounded-control px-2 py-1 text-ink-3 hover:bg-hover">
            {t('others', { count: others.length })}
          </summary>
          {isOpen ? (
            <ul>{others.slice(0, MOST_LISTED).map(([path]) => rowOf({ storeId, path }))}</ul>
          ) : null}
          {others.length > MOST_LISTED ? (
            <p className="px-2 text-xs text-ink-3">{t('more')}</p>
          ) : null}
        </details>
      ) : null}
    </section>
  )
}

const SIGNS: Record<Touched['state'], [LucideIcon, string]> = {
  waits: [Hand, 'text-caution'],
  written: [PenLine, 'text-accent'],
  read: [Eye, 'text-ink-3'],
}

interface MemoryRowProps {
  place: Place
  touched: Touched | null
  isShown: boolean
  onPick: () => void
}

/** A memory, what became of it, and of what was written its version, which leads to the difference. */
function MemoryRow({ place: { storeId, path }, touched, isShown, onPick }: MemoryRowProps) {
  const t = useTranslations('LiveMemory')
  const call = useTranslations('Call')
  const { state = null, version = null } = touched ?? {}
  const [Icon, look] = state === null ? [null, ''] : SIGNS[state]
  const written = state === 'written' && version?.memory
  return (
    <li className="relative">
      <button
        type="button"
        aria-current={isShown ? 'true' : undefined}
        title={plainName(path)}
        onClick={onPick}
        className="flex min-h-7 w-full items-center gap-2 rounded-control px-2 py-0.5 text-left -outline-offset-2 hover:bg-hover aria-current:bg-accent-bg max-md:min-h-11"
      >
        <span aria-hidden className="grid size-4 shrink-0 place-items-center">
          {Icon ? <Icon size={14} strokeWidth={1.75} className={look} /> : null}
        </span>
        <span className={clsx('min-w-0 flex-1 truncate', isShown && 'font-medium')}>
          <PathInLine path={path} />
        </span>
        {state === null ? null : (
          <span className={clsx('shrink-0 text-xs text-ink-3', written && 'opacity-0')}>
            {t(state)}
          </span>
        )}
      </button>
      {written ? (
        <Link
          href={`/stores/${storeId}?memory=${written.id}&version=${version.versionId}&diff=before`}
          title={call('openVersion')}
          className="absolute inset-y-0 right-0 flex items-center rounded-control px-2 font-mono text-xs text-ink-2 hover:text-ink hover:underline max-md:px-3"
        >
          {call('version', { ordinal: written.ordinal })}
        </Link>
      ) : null}
    </li>
  )
}
