import { Library } from 'lucide-react'
import { Suspense } from 'react'
import { Lately } from '@/components/overview/lately'
import { OverviewAside } from '@/components/overview/overview-aside'
import { StoreMap } from '@/components/overview/store-map'
import { Writers } from '@/components/overview/writers'
import { texts } from '@/components/i18n/server-texts'
import { buttonLook } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { SkeletonRows } from '@/components/ui/skeleton'
import { database } from '@/lib/db/open-database'
import { firstRead } from '@/lib/store/first-read'
import { keptStandingLines } from '@/lib/store/kept-standing-lines'
import type { MemoryStore } from '@/lib/store/model/memory-store'
import type { ListedMoment } from '@/lib/store/model/named-moment'
import { mostRead } from '@/lib/store/most-read'
import { actorNames } from '@/lib/store/name-actor'
import { neverRead } from '@/lib/store/never-read'
import { recentGroups } from '@/lib/store/recent-groups'
import { storeLimits } from '@/lib/store/store-limits'
import { storeMap } from '@/lib/store/store-map'
import { whoWrites } from '@/lib/store/who-writes'

const DAYS = 30
const DAY_MS = 86_400_000

interface OverviewProps {
  store: MemoryStore
  /** the last change of a past moment; null: now */
  sequence: number | null
}

/** The whole store, while no memory is chosen. */
export async function Overview({ store, sequence }: OverviewProps) {
  const t = await texts()
  if (store.memoryCount === 0 && sequence === null) {
    return (
      <EmptyState
        Icon={Library}
        title={t('Overview.empty')}
        action={
          store.archivedAt === null ? (
            <>
              <Link href={`/stores/${store.id}/seed`} className={buttonLook({ look: 'primary' })}>
                {t('Seed.button')}
              </Link>
              <Link href={`/sessions/new?store=${store.id}`} className={buttonLook()}>
                {t('Store.session')}
              </Link>
            </>
          ) : null
        }
      >
        {t('Store.nothing')}
      </EmptyState>
    )
  }
  const label = t('App.loading')
  return (
    <>
      <Suspense fallback={<SkeletonRows count={5} label={label} />}>
        <MapOf store={store} sequence={sequence} />
      </Suspense>
      {sequence === null ? (
        <>
          <Suspense fallback={<SkeletonRows count={6} label={label} />}>
            <LatelyOf storeId={store.id} />
          </Suspense>
          <Suspense fallback={<SkeletonRows count={3} label={label} />}>
            <WritersOf storeId={store.id} />
          </Suspense>
        </>
      ) : null}
    </>
  )
}

async function MapOf({ store, sequence }: OverviewProps) {
  const storeId = store.id
  const map = await storeMap(database(), {
    storeId,
    ...(sequence === null ? {} : { at: { sequence } }),
  })
  if (map.memoryCount === 0) return null
  const { hasReads } = await neverRead(database(), { storeId, limit: 0 })
  const at = sequence === null ? '' : `&at=${sequence}`
  return (
    <StoreMap
      map={map}
      addressOf={(path) => `/stores/${storeId}?path=${encodeURIComponent(path)}${at}`}
      folderAddressOf={(path) => `/stores/${storeId}?filter=${encodeURIComponent(path)}${at}`}
      hasReads={hasReads}
      now={Date.now()}
    />
  )
}

async function LatelyOf({ storeId }: { storeId: string }) {
  const groups = await recentGroups(database(), { storeId, limit: 8 })
  const names = await actorNames(
    database(),
    groups.map(({ actor }) => actor.id),
  )
  return <Lately storeId={storeId} groups={groups} names={names} now={Date.now()} />
}

async function WritersOf({ storeId }: { storeId: string }) {
  const now = Date.now()
  const [{ writers }, standing] = await Promise.all([
    whoWrites(database(), { storeId, days: DAYS, limit: 5, now }),
    keptStandingLines(database(), { storeId, days: DAYS, now }),
  ])
  const names = await actorNames(
    database(),
    writers.map(({ actor }) => actor.id),
  )
  return <Writers writers={writers} standing={standing} names={names} days={DAYS} />
}

/** What agents read, limits and moments, beside the overview. */
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
  const now = Date.now()
  const since = now - DAYS * DAY_MS
  const [first, read, unread, limits] = await Promise.all([
    firstRead(database(), { storeId, since }),
    mostRead(database(), { storeId, since, limit: 5 }),
    neverRead(database(), { storeId, limit: 4 }),
    storeLimits(database(), { storeId }),
  ])
  return (
    <OverviewAside
      storeId={storeId}
      first={first}
      read={read}
      unread={unread}
      limits={limits}
      moments={moments}
      days={DAYS}
      now={now}
    />
  )
}
