import type { Metadata } from 'next'
import { VisibleLabel, VisibleLabels } from '@/components/content/visible-label'
import { texts } from '@/components/i18n/server-texts'
import { SessionStatusWord } from '@/components/session/session-status-word'
import { SessionsLive } from '@/components/session/sessions-live'
import { buttonLook } from '@/components/ui/button'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { listSessions } from '@/lib/agent/list-sessions'
import { database } from '@/lib/db/open-database'

export const dynamic = 'force-dynamic'

const PAGE = 100

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Nav.sessions') }
}

/** Every conversation, newest first. */
export default async function SessionsPage(props: PageProps<'/sessions'>) {
  const t = await texts()
  const { after, archived, store } = await props.searchParams
  const cursor = Number(after)
  const { sessions, next } = await listSessions(database(), {
    limit: PAGE,
    after: Number.isSafeInteger(cursor) ? cursor : undefined,
    includeArchived: archived === '1',
    storeId: typeof store === 'string' ? store : undefined,
  })
  const now = requestTime()
  return (
    <div className="sheet px-5 py-4" data-page="index">
      <SessionsLive />
      <div className="flex items-center justify-between gap-4">
        <h1 className="text-xl font-semibold">{t('Nav.sessions')}</h1>
        <div className="flex items-center gap-4">
          <Link href="/sessions/context" className="text-sm text-accent hover:underline">
            {t('ContextOverview.link')}
          </Link>
          <Link
            href={archived === '1' ? '/sessions' : '/sessions?archived=1'}
            className="text-sm text-accent hover:underline"
          >
            {archived === '1' ? t('Sessions.withoutArchived') : t('Sessions.withArchived')}
          </Link>
          <Link href="/sessions/new" className={buttonLook({ look: 'primary' })}>
            {t('Sessions.new')}
          </Link>
        </div>
      </div>
      {sessions.length === 0 ? (
        <div className="mt-8 border-y border-line py-12 text-center">
          <p className="font-medium">{t('Sessions.empty')}</p>
          <p className="mt-1 text-ink-3">{t('Sessions.emptyHint')}</p>
        </div>
      ) : (
        <div className="mt-6 overflow-x-auto">
          <table className="w-full border-collapse">
            <thead>
              <tr className="border-b border-line text-left text-xs text-ink-3">
                <th className="py-2 font-medium">{t('Sessions.name')}</th>
                <th className="py-2 pl-4 font-medium">{t('Sessions.stores')}</th>
                <th className="py-2 pl-4 font-medium">{t('Sessions.model')}</th>
                <th className="py-2 pl-4 font-medium">{t('Sessions.status')}</th>
                <th className="py-2 pl-4 font-medium">{t('Sessions.changed')}</th>
              </tr>
            </thead>
            <tbody>
              {sessions.map((session) => (
                <tr key={session.id} className="border-b border-line hover:bg-hover">
                  <td className="py-2">
                    <Link
                      href={`/sessions/${session.id}`}
                      className="font-medium text-accent hover:underline"
                    >
                      <VisibleLabel
                        text={session.title ?? t('Sessions.untitled', { id: session.id.slice(-6) })}
                      />
                    </Link>
                  </td>
                  <td className="py-2 pl-4">
                    <VisibleLabels texts={session.stores.map(({ name }) => name)} />
                  </td>
                  <td className="py-2 pl-4 font-mono text-xs">{session.settings.model}</td>
                  <td className="py-2 pl-4">
                    <SessionStatusWord session={session} />
                  </td>
                  <td className="py-2 pl-4">
                    <RelativeTime time={session.updatedAt} now={now} />
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      {next === null ? null : (
        <Link
          href={`/sessions?after=${next}`}
          className="mt-4 inline-block text-accent hover:underline"
        >
          {t('Sessions.older')}
        </Link>
      )}
    </div>
  )
}

function requestTime(): number {
  return Date.now()
}
