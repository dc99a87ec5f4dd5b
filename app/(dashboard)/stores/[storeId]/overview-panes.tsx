import { ChevronRight, Library } from 'lucide-react'
import { Suspense } from 'react'
import { Lately } from '@/components/overview/lately'
import { OverviewAside } from '@/components/overview/overview-aside'
import { StoreMap } from '@/components/overview/store-map'
import { Writers } from '@/components/overview/writers'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import type { ListedMoment } from '@/lib/store/model/named-moment'
import { type Past, readFigures, readLately, readMap, readWriters } from './overview-reads'

interface OverviewProps {
  store: MemoryStore
  /** the past moment that is shown; null: now */
  past: Past | null
  /** whether the map shows what no test reads */
  isOfTests: boolean
}

/** The whole store, while no memory is chosen. */
export async function Overview({ store, past, isOfTests }: OverviewProps) {
  const t = await texts()
  if (store.memoryCount === 0 && past === null) {
    return (
      <EmptyState
        Icon={Library}
        title={t('Overview.empty')}
        action={
          store.archivedAt === null ? (
            <>
              <Link
                href={`/stores/${store.id}/seed`}
                className={buttonVariants({ variant: 'primary' })}
              >
                {t('Store.seed')}
              </Link>
              <Link href={`/sessions/new?store=${store.id}`} className={buttonVariants()}>
                {t('Store.session')}
              </Link>
            </>
          ) : null
        }
      >
        {store.archivedAt === null ? t('Store.nothing') : null}
      </EmptyState>
    )
  }
  const label = t('App.loading')
  return (
    <>
      <Suspense fallback={<SkeletonRows count={5} label={label} />}>
        <MapOf store={store} past={past} isOfTests={isOfTests} />
      </Suspense>
      {past === null ? (
        <>
          <Suspense fallback={<SkeletonRows count={6} label={label} />}>
            <LatelyOf storeId={store.id} />
          </Suspense>
          <details className="group border-t border-line">
            <summary className="flex min-h-9 cursor-pointer list-none items-center gap-1.5 px-4 font-semibold text-ink-2 hover:bg-hover">
              <ChevronRight size={14} aria-hidden className="group-open:rotate-90" />
              {t('Overview.writers')}
            </summary>
            <Suspense fallback={<SkeletonRows count={3} label={label} />}>
              <WritersOf storeId={store.id} />
            </Suspense>
          </details>
        </>
      ) : null}
    </>
  )
}

async function MapOf({ store, past, isOfTests }: OverviewProps) {
  const { map, hasReads, hasTests, covered, now } = await readMap(store, { past, isOfTests })
  if (map.memoryCount === 0) return null
  const at = past === null ? '' : `&at=${past.sequence}`
  return (
    <StoreMap
      storeId={store.id}
      {...{ map, at, hasReads, hasTests, covered, now }}
      isAlone={past !== null}
    />
  )
}

async function LatelyOf({ storeId }: { storeId: string }) {
  return <Lately storeId={storeId} {...await readLately(storeId)} />
}

async function WritersOf({ storeId }: { storeId: string }) {
  return <Writers {...await readWriters(storeId)} />
}

/** Shows what agents read, and the moments, beside the overview. */
export async function OverviewSide({
  storeId,
  moments,
}: {
  storeId: string
  moments: readonly ListedMoment[]
}) {
  const t = await texts()
  return (
    <Suspense fallback={<SkeletonRows count={8} label={t('App.loading')} />}>
      <AsideOf storeId={storeId} moments={moments} />
    </Suspense>
  )
}

async function AsideOf({
  storeId,
  moments,
}: {
  storeId: string
  moments: readonly ListedMoment[]
}) {
  return <OverviewAside storeId={storeId} moments={moments} {...await readFigures(storeId)} />
}
