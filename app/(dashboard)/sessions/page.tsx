import type { Metadata } from 'next'
import { Archive, Gauge, MessagesSquare, Plus, SearchX } from 'lucide-react'
import { KeyBar } from '@/components/frame/key-bar'
import { ActWords, Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { AnsweredElsewhereProvider } from '@/components/session/list/answered-elsewhere'
import { groupOf, groupOfObserved, SESSION_GROUPS } from '@/components/session/list/session-groups'
import { LivePage } from '@/components/live/live-page'
import { SessionsFilter } from '@/components/session/list/sessions-filter'
import {
  type SessionFilters,
  sessionsAddress,
  sessionsSearch,
} from '@/components/session/list/sessions-search'
import { buttonVariants } from '@/components/ui/button'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { KeyedLink } from '@/components/ui/keyed-link'
import { SegmentedLinks } from '@/components/ui/segmented'
import { StepKeys } from '@/components/ui/step-keys'
import { lastMessages } from '@/lib/agent/last-messages'
import { sessionsReview } from '@/lib/review/changesets/sessions-review'
import { listSessions } from '@/lib/agent/list-sessions'
import type { Session } from '@/lib/agent/session'
import { PRACTICE_MODEL } from '@/lib/agent/session-settings'
import { listObservedSessions } from '@/lib/connect/list-observed-sessions'
import { database } from '@/lib/db/open-database'
import { listStores } from '@/lib/store/stores/read-stores'
import { SessionRows } from './session-rows'

export const dynamic = 'force-dynamic'

const PAGE = 100

/** Conversations in other programs that are shown; others wrote longer ago. */
const MAX_OBSERVED = 50

/** The newest; the others are reached from their own pages. */
const STORES_TO_CHOOSE = 30

export async function generateMetadata(): Promise<Metadata> {
  return { title: (await texts())('Nav.sessions') }
}

/** Every conversation: what needs somebody first, then by age. */
export default async function SessionsPage(props: PageProps<'/sessions'>) {
  const t = await texts()
  const { asked, after } = sessionsSearch(await props.searchParams)
  const withArchived = asked.archived === '1'
  const [{ sessions, next }, { stores }] = await Promise.all([
    listSessions(database(), {
      limit: PAGE,
      after,
      includeArchived: withArchived,
      storeId: asked.store,
      model: asked.agent,
      state: asked.state,
      titlePart: asked.q,
    }),
    listStores(database(), { limit: STORES_TO_CHOOSE }),
  ])
  const isNarrowed =
    sessionsAddress({ ...asked, archived: undefined, of: undefined }) !== '/sessions'
  const everyObserved =
    isNarrowed || after !== undefined
      ? []
      : await listObservedSessions(database(), { limit: MAX_OBSERVED })
  const own = asked.of === 'observed' ? [] : sessions
  const observed = asked.of === 'own' ? [] : everyObserved
  const ids = [...own, ...observed].map(({ id }) => id)
  const [said, reviews] = await Promise.all([
    lastMessages(
      database(),
      own.map(({ id }) => id),
    ),
    sessionsReview(database(), ids),
  ])
  const now = requestTime()
  return (
    <Page kind="index">
      <LivePage of="sessions" renderedAt={now} />
      <StepKeys selector="[data-session-row]" next="j" previous="k" />
      <PageHead
        title={t('Nav.sessions')}
        guide="sessions"
        views={everyObserved.length > 0 ? <OwnOrObserved asked={asked} /> : null}
        actions={
          <>
            <Link
              href={sessionsAddress({ ...asked, archived: withArchived ? undefined : '1' })}
              className={buttonVariants({ variant: 'quiet' })}
            >
              <Archive size={15} strokeWidth={1.75} aria-hidden />
              <ActWords>
                {withArchived ? t('Sessions.withoutArchived') : t('Sessions.withArchived')}
              </ActWords>
            </Link>
            <Link href="/sessions/context" className={buttonVariants({ variant: 'quiet' })}>
              <Gauge size={15} strokeWidth={1.75} aria-hidden />{' '}
              <ActWords>{t('ContextOverview.link')}</ActWords>
            </Link>
            <KeyedLink href="/sessions/new" letter="c" variant="primary">
              <Plus size={15} aria-hidden /> <ActWords>{t('Sessions.new')}</ActWords>
            </KeyedLink>
          </>
        }
      />
      {own.length === 0 && !isNarrowed ? null : (
        <SessionsFilter
          asked={asked}
          stores={stores}
          agents={agentsOf(sessions, asked.agent, t('Sessions.practiceAgent'))}
        />
      )}
      <div className="flex-1">
        {own.length + observed.length > 0 ? (
          <Columns />
        ) : isNarrowed ? (
          <NoneMatch />
        ) : (
          <NoSessions />
        )}
        <AnsweredElsewhereProvider>
          {SESSION_GROUPS.map((group) => (
            <SessionRows
              key={group}
              group={group}
              sessions={own.filter((session) => groupOf(session, now) === group)}
              said={said}
              reviews={reviews}
              observed={observed.filter((session) => groupOfObserved(session, now) === group)}
              now={now}
            />
          ))}
        </AnsweredElsewhereProvider>
        {next === null || asked.of === 'observed' ? null : (
          <div className="px-4 py-3">
            <Link href={sessionsAddress(asked, next)} className={buttonVariants()}>
              {t('Sessions.older')}
            </Link>
          </div>
        )}
      </div>
      <KeyBar
        keys={[
          ...(ids.length > 0 ? (['nextRow', 'previousRow', 'openRow'] as const) : []),
          ...(own.some((session) => groupOf(session, now) === 'waiting')
            ? (['answerAllow', 'answerDeny'] as const)
            : []),
          'newSession',
        ]}
      />
    </Page>
  )
}

/** Narrows the list to the sessions of this server, to observed ones, or to neither. */
async function OwnOrObserved({ asked }: { asked: SessionFilters }) {
  const t = await texts()
  const segments = ([undefined, 'own', 'observed'] as const).map((of) => ({
    href: sessionsAddress({ ...asked, of }),
    label: t(
      of === undefined ? 'Sessions.ofAll' : of === 'own' ? 'Sessions.ofOwn' : 'Sessions.ofObserved',
    ),
    isCurrent: asked.of === of,
  }))
  return <SegmentedLinks label={t('Sessions.of')} segments={segments} />
}

/** The agents of the sessions that are listed, and the chosen one. */
function agentsOf(sessions: readonly Session[], chosen: string | undefined, practice: string) {
  const ids = new Set(sessions.map(({ settings }) => settings.model))
  if (chosen !== undefined) ids.add(chosen)
  return [...ids].toSorted().map((id) => ({ id, name: id === PRACTICE_MODEL ? practice : id }))
}

async function NoneMatch() {
  const t = await texts()
  return (
    <EmptyState
      Icon={SearchX}
      title={t('Sessions.noneMatch')}
      action={
        <Link href="/sessions" className={buttonVariants()}>
          {t('Sessions.clear')}
        </Link>
      }
    />
  )
}

async function NoSessions() {
  const t = await texts()
  return (
    <EmptyState
      Icon={MessagesSquare}
      title={t('Sessions.empty')}
      action={
        <Link href="/sessions/new" className={buttonVariants()}>
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
      <span className="max-lg:hidden">{t('Sessions.columnChanges')}</span>
      <span>{t('Sessions.columnReview')}</span>
      <span>{t('ContextOverview.link')}</span>
      <span className="text-right">{t('Sessions.changed')}</span>
    </div>
  )
}

function requestTime(): number {
  return Date.now()
}
