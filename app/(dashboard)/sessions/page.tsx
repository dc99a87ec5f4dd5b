import type { Metadata } from 'next'
import { Gauge, MessagesSquare, Plus } from 'lucide-react'
import { KeyBar } from '@/components/frame/key-bar'
import { Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { groupOf, SESSION_GROUPS } from '@/components/session/session-groups'
import { SessionsLive } from '@/components/session/sessions-live'
import { buttonLook } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { KeyedLink } from '@/components/ui/keyed-link'
import { StepKeys } from '@/components/ui/step-keys'
import { lastMessages } from '@/lib/agent/last-messages'
import { listSessions } from '@/lib/agent/list-sessions'
import { database } from '@/lib/db/open-database'
import { SessionRows } from './session-rows'

export const dynamic = 'force-dynamic'

const PAGE = 100

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Nav.sessions') }
}

/** Every conversation: what needs somebody first, then by age. */
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
  const said = await lastMessages(
    database(),
    sessions.map(({ id }) => id),
  )
  const now = requestTime()
  const withArchived = archived === '1'
  return (
    <Page kind="index">
      <SessionsLive />
      <StepKeys selector="[data-session-row]" next="j" previous="k" />
      <PageHead
        title={t('Nav.sessions')}
        actions={
          <>
            <Link
              href={withArchived ? '/sessions' : '/sessions?archived=1'}
              className={buttonLook({ look: 'quiet' })}
            >
              {withArchived ? t('Sessions.withoutArchived') : t('Sessions.withArchived')}
            </Link>
            <Link href="/sessions/context" className={buttonLook({ look: 'quiet' })}>
              <Gauge size={15} strokeWidth={1.75} aria-hidden /> {t('ContextOverview.link')}
            </Link>
            <KeyedLink href="/sessions/new" letter="c" look="primary">
              <Plus size={15} aria-hidden /> {t('Sessions.new')}
            </KeyedLink>
          </>
        }
      />
      <div className="flex-1">
        {sessions.length === 0 ? <NoSessions /> : <Columns />}
        {SESSION_GROUPS.map((group) => (
          <SessionRows
            key={group}
            group={group}
            sessions={sessions.filter((session) => groupOf(session, now) === group)}
            said={said}
            now={now}
          />
        ))}
        {next === null ? null : (
          <div className="px-4 py-3">
            <Link
              href={`/sessions?${new URLSearchParams({ after: String(next), ...(withArchived ? { archived: '1' } : {}) })}`}
              className={buttonLook()}
            >
              {t('Sessions.older')}
            </Link>
          </div>
        )}
      </div>
      <KeyBar
        keys={['nextRow', 'previousRow', 'openRow', 'answerAllow', 'answerDeny', 'newSession']}
      />
    </Page>
  )
}

async function NoSessions() {
  const t = await texts()
  return (
    <EmptyState
      Icon={MessagesSquare}
      title={t('Sessions.empty')}
      action={
        <Link href="/sessions/new" className={buttonLook()}>
          {t('Sessions.tryPractice')}
        </Link>
      }
    >
      {t('Sessions.emptyHint')}
    </EmptyState>
  )
}

/** The heads of the columns, for the eye: each row says in words what it holds. */
async function Columns() {
  const t = await texts()
  return (
    <div
      aria-hidden
      className="session-row gap-x-4 border-b border-line px-4 py-2 text-xs text-ink-3 max-md:hidden"
    >
      <span>{t('Sessions.name')}</span>
      <span>{t('Sessions.status')}</span>
      <span>{t('Sessions.stores')}</span>
      <span>{t('ContextOverview.link')}</span>
      <span className="text-right">{t('Sessions.changed')}</span>
    </div>
  )
}

function requestTime(): number {
  return Date.now()
}
