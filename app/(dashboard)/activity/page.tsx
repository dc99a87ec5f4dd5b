import type { Metadata } from 'next'
import Link from 'next/link'
import { ActivityFilter } from '@/components/activity/activity-filter'
import { ChangeGroups } from '@/components/activity/change-groups'
import { texts } from '@/components/i18n/server-texts'
import { StoresLive } from '@/components/live/stores-live'
import { database } from '@/lib/db/database'
import { type ChangePlace, listChanges } from '@/lib/store/list-changes'
import { listStores } from '@/lib/store/list-stores'
import { actorNames } from '@/lib/store/name-actor'

export const dynamic = 'force-dynamic'

const MAX_STORES = 1000
const PAGE = 100

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Nav.activity') }
}

/** What changed, in one store or in all; the address holds what is shown. */
export default async function ActivityPage(props: PageProps<'/activity'>) {
  const t = await texts()
  const search = await props.searchParams
  const one = (name: string) => {
    const value = search[name]
    return typeof value === 'string' ? value : null
  }
  const { stores } = await listStores(database(), { limit: MAX_STORES, includeArchived: true })
  const chosen = stores.filter(({ id }) => id === one('store'))
  const operation = (['created', 'modified', 'deleted'] as const).find(
    (each) => each === one('operation'),
  )
  const sessionId = one('session')
  const { changes, hasMore } = await listChanges(database(), {
    storeIds: (chosen.length > 0 ? chosen : stores).map(({ id }) => id),
    operation,
    sessionId: sessionId ?? undefined,
    after: placeOf(one('after')),
    limit: PAGE,
  })
  const names = await actorNames(
    database(),
    changes.map((change) => change.createdBy.id),
  )
  const oldest = changes.at(-1)
  return (
    <div className="mx-auto max-w-4xl space-y-6 px-4 py-8">
      <StoresLive />
      <h1 className="text-xl font-semibold">{t('Nav.activity')}</h1>
      <ActivityFilter
        stores={stores.map(({ id, name }) => ({ id, name }))}
        storeId={chosen[0]?.id ?? null}
        operation={operation ?? null}
        sessionId={sessionId}
      />
      {changes.length === 0 ? <p className="text-faint">{t('Activity.none')}</p> : null}
      <ChangeGroups
        changes={changes}
        names={names}
        stores={new Map(stores.map(({ id, name }) => [id, name]))}
        now={requestTime()}
      />
      {hasMore && oldest ? (
        <Link href={olderAddress(search, oldest)} className="text-accent hover:underline">
          {t('Activity.older')}
        </Link>
      ) : null}
    </div>
  )
}

function requestTime(): number {
  return Date.now()
}

const PLACE = /^(\d{1,15})\.(\d{1,15})\.(memstore_\w+)$/

/** Of an address; nothing where it is none. */
function placeOf(value: string | null): ChangePlace | undefined {
  const [, createdAt, sequence, storeId] = PLACE.exec(value ?? '') ?? []
  if (storeId === undefined) return undefined
  return { createdAt: Number(createdAt), sequence: Number(sequence), storeId }
}

function olderAddress(
  search: Record<string, string | string[] | undefined>,
  { createdAt, sequence, storeId }: ChangePlace,
): string {
  const address = new URLSearchParams()
  for (const [name, value] of Object.entries(search)) {
    if (typeof value === 'string') address.set(name, value)
  }
  address.set('after', `${createdAt}.${sequence}.${storeId}`)
  return `/activity?${address}`
}
