import { Settings, Sprout } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { VisibleText } from '@/components/content/visible-line'
import { Page } from '@/components/frame/page'
import { Welcome } from '@/components/welcome/welcome'
import { Link } from '@/components/ui/link'
import { ActorName } from '@/components/history/actor-name'
import { StoresLive } from '@/components/live/stores-live'
import { formats, texts } from '@/components/i18n/server-texts'
import { ActivityPlot } from '@/components/stores/activity-plot'
import { NewStore } from '@/components/stores/new-store'
import { buttonLook } from '@/components/ui/button'
import { RelativeTime } from '@/components/ui/relative-time'
import { database } from '@/lib/db/open-database'
import type { Actor } from '@/lib/store/model/actor'
import { listStores } from '@/lib/store/list-stores'
import { actorNames } from '@/lib/store/name-actor'
import { storeActivities } from '@/lib/store/store-activity'
import { shownSize } from '@/lib/text/shown-size'
import { plainName } from '@/lib/text/plain-text'

export const dynamic = 'force-dynamic'

const PAGE = 100

/** Eight weeks. */
const DAYS = 56

async function pageOfStores(after: string | undefined) {
  const { stores, next } = await listStores(database(), {
    limit: PAGE,
    includeArchived: true,
    after,
  })
  const now = Date.now()
  const storeIds = stores.map(({ id }) => id)
  const activities = await storeActivities(database(), { storeIds, days: DAYS, now })
  const names = await actorNames(
    database(),
    [...activities.values()].flatMap(({ lastActor }) => lastActor?.id ?? []),
  )
  return { stores, activities, names, next, now }
}

export default async function StoresPage(props: PageProps<'/'>) {
  const { after } = await props.searchParams
  const t = await texts()
  const format = await formats()
  const { stores, activities, names, next, now } = await pageOfStores(
    typeof after === 'string' ? after : undefined,
  )
  if (stores.length === 0 && after === undefined) {
    return (
      <Page kind="index">
        <StoresLive renderedAt={now} />
        <Welcome />
      </Page>
    )
  }
  return (
    <div className="sheet px-5 py-4" data-page="index">
      <StoresLive renderedAt={now} />
      <div className="flex items-center justify-between">
        <h1 className="text-xl font-semibold">{t('Stores.title')}</h1>
        <div className="flex items-center gap-2">
          <Link href="/redact" className={buttonLook({ look: 'quiet' })}>
            {t('Redact.link')}
          </Link>
          <NewStore />
        </div>
      </div>
      {stores.length === 0 ? null : (
        <div className="mt-6 overflow-x-auto">
          <table className="w-full border-collapse">
            <thead>
              <tr className="border-b border-line text-left text-xs text-ink-3">
                <th className="py-2 font-medium">{t('Stores.name')}</th>
                <th className="py-2 pl-4 font-medium">{t('Stores.activity')}</th>
                <th className="py-2 text-right font-medium">{t('Stores.memories')}</th>
                <th className="py-2 text-right font-medium">{t('Stores.size')}</th>
                <th className="py-2 text-right font-medium">{t('Stores.versions')}</th>
                <th className="py-2 pl-8 font-medium">{t('Stores.lastChange')}</th>
                <th>
                  <span className="sr-only">{t('StoreSettings.title')}</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {stores.map((store) => (
                <tr key={store.id} className="border-b border-line hover:bg-hover">
                  <td className="py-2">
                    <Link
                      href={`/stores/${store.id}`}
                      className="font-medium text-accent hover:underline"
                    >
                      <VisibleLabel text={store.name} />
                    </Link>
                    {store.archivedAt === null ? null : (
                      <span className="ml-2 text-xs text-ink-3">{t('Stores.archived')}</span>
                    )}
                    {store.description ? (
                      <p className="text-ink-3">
                        <VisibleText text={store.description} />
                      </p>
                    ) : null}
                  </td>
                  <td className="py-2 pl-4">
                    <ActivityPlot days={activities.get(store.id)?.days ?? []} />
                  </td>
                  <td className="py-2 text-right tabular-nums">
                    {format.number(store.memoryCount)}
                  </td>
                  <td className="py-2 text-right tabular-nums">{shownSize(store.byteSize)}</td>
                  <td className="py-2 text-right tabular-nums">
                    {format.number(store.versionCount)}
                  </td>
                  <td className="py-2 pl-8">
                    {store.lastChangedAt === null ? (
                      <span className="text-ink-3">{t('App.never')}</span>
                    ) : (
                      <RelativeTime time={store.lastChangedAt} now={now} />
                    )}
                    <LastActor actor={activities.get(store.id)?.lastActor ?? null} names={names} />
                  </td>
                  <td className="py-2 text-right whitespace-nowrap">
                    {store.archivedAt === null ? (
                      <Link
                        href={`/stores/${store.id}/seed`}
                        aria-label={t('Stores.seed', { name: plainName(store.name) })}
                        title={t('Stores.seed', { name: plainName(store.name) })}
                        className={buttonLook({ look: 'quiet', size: 'icon' })}
                      >
                        <Sprout size={16} aria-hidden />
                      </Link>
                    ) : null}
                    <Link
                      href={`/stores/${store.id}/settings`}
                      aria-label={t('Stores.settings', { name: plainName(store.name) })}
                      title={t('Stores.settings', { name: plainName(store.name) })}
                      className={buttonLook({ look: 'quiet', size: 'icon' })}
                    >
                      <Settings size={16} aria-hidden />
                    </Link>
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {next === null ? null : (
        <Link href={`/?after=${next}`} className="mt-4 inline-block text-accent hover:underline">
          {t('Stores.older')}
        </Link>
      )}
    </div>
  )
}

async function LastActor({
  actor,
  names,
}: {
  actor: Actor | null
  names: ReadonlyMap<string, string>
}) {
  const t = await texts()
  if (!actor) return null
  return (
    <p className="text-xs text-ink-3">
      {t('Stores.by')} <ActorName actor={actor} names={names} />
    </p>
  )
}
