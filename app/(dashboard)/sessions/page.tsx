import type { Metadata } from 'next'
import { MessagesSquare, Plus, SearchX } from 'lucide-react'
import { FilterButton } from '@/components/frame/filter'
import { KeyBar } from '@/components/frame/key-bar'
import { ActWords, Page, PageHead } from '@/components/frame/page'
import { texts } from '@/components/i18n/server-texts'
import { AnsweredElsewhereProvider } from '@/components/session/list/answered-elsewhere'
import { groupOf, groupOfObserved, SESSION_GROUPS } from '@/components/session/list/session-groups'
import { LivePage } from '@/components/live/live-page'
import { chosenSessions, SessionsFilter } from '@/components/session/list/sessions-filter'
import { sessionsAddress, sessionsSearch } from '@/components/session/list/sessions-search'
import { buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { EmptyState } from '@/components/ui/empty-state'
import { Link } from '@/components/ui/link'
import { KeyedLink } from '@/components/ui/keyed-link'
import { StepKeys } from '@/components/ui/step-keys'
import { sessionsReview } from '@/lib/review/changesets/sessions-review'
import { listSessions } from '@/lib/agent/list-sessions'
import type { Session } from '@/lib/agent/session'
import { PRACTICE_MODEL } from '@/lib/agent/session-settings'
import { listObservedSessions } from '@/lib/connect/list-observed-sessions'
import { database } from '@/lib/db/open-database'
import { listStores } from '@/lib/store/stores/read-stores'
import { ContextTotals } from './context-totals'
import type { SessionColumns } from './session-columns'
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
  const columns: SessionColumns = asked.show ?? 'changes'
  const [{ sessions, next }, { stores }] = await Promise.all([
    listSessions(database(), {
      limit: PAGE,
      after,
      includeArchived: asked.archived === '1',
      storeId: asked.store,
      model: asked.agent,
      state: asked.state,
      titlePart: asked.q,
    }),
    listStores(database(), { limit: STORES_TO_CHOOSE }),
  ])
  const { q, store, agent, state } = asked
  const isNarrowed = [q, store, agent, state].some((part) => part !== undefined)
  // Nothing is known of the contexts of others.
  const everyObserved =
    isNarrowed || after !== undefined || columns === 'context'
      ? []
      : await listObservedSessions(database(), { limit: MAX_OBSERVED })
  const own = asked.of === 'observed' ? [] : sessions
  const observed = asked.of === 'own' ? [] : everyObserved
  const ids = [...own, ...observed].map(({ id }) => id)
  const reviews = await sessionsReview(database(), ids)
  const now = requestTime()
  const filter = {
    asked,
    stores,
    agents: agentsOf(sessions, asked.agent, t('Sessions.practiceAgent')),
  }
  const isFirstUse = ids.length === 0 && sessionsAddress(asked) === '/sessions'
  return (
    <Page kind="index">
      <LivePage of="sessions" renderedAt={now} />
      <StepKeys selector="[data-session-row]" />
      <PageHead
        title={t('Nav.sessions')}
        guide="sessions"
        actions={
          <>
            {isFirstUse ? null : (
              <FilterButton rowCount={ids.length} chosen={await chosenSessions(filter)} />
            )}
            <KeyedLink href="/sessions/new" letter="n" variant="primary">
              <Plus size={15} aria-hidden /> <ActWords>{t('Sessions.new')}</ActWords>
            </KeyedLink>
          </>
        }
      />
      {isFirstUse ? null : (
        <SessionsFilter
          {...filter}
          rowCount={ids.length}
          hasObserved={everyObserved.length > 0 || asked.of !== undefined}
        />
      )}
      {columns === 'context' && after === undefined ? <ContextTotals /> : null}
      <div className="flex-1">
        {ids.length > 0 ? (
          <Columns columns={columns} />
        ) : isFirstUse ? (
          <NoSessions />
        ) : (
          <NoneMatch />
        )}
        <AnsweredElsewhereProvider>
          {SESSION_GROUPS.map((group) => (
            <SessionRows
              key={group}
              group={group}
              columns={columns}
              sessions={own.filter((session) => groupOf(session, now) === group)}
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
          ...(own.some((session) => groupOf(session, now) === 'waiting')
            ? (['allow'] as const)
            : []),
          ...(ids.length > 0 ? (['openRow', 'steps'] as const) : []),
          'newSession',
        ]}
      />
    </Page>
  )
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
async function Columns({ columns }: { columns: SessionColumns }) {
  const t = await texts()
  return (
    <div
      aria-hidden
      className={classNames(
        'session-row gap-x-4 border-b border-line px-5 py-2 text-xs text-ink-3 max-md:hidden',
        columns === 'context' && 'session-row-context',
      )}
    >
      <span>{t('Sessions.name')}</span>
      <span>{t('Sessions.status')}</span>
      {columns === 'context' ? (
        <>
          <span className="max-xl:hidden">{t('ContextOverview.model')}</span>
          <span className="text-right">{t('ContextOverview.inOut')}</span>
          <span className="text-right max-xl:hidden">{t('ContextOverview.compactions')}</span>
        </>
      ) : (
        <>
          <span className="max-xl:hidden">{t('Sessions.columnChanges')}</span>
          <span>{t('Sessions.columnReview')}</span>
        </>
      )}
      <span>{t('ContextOverview.link')}</span>
      <span className="text-right">{t('Sessions.changed')}</span>
    </div>
  )
}

function requestTime(): number {
  return Date.now()
}
