import { CircleAlert, Hand } from 'lucide-react'
import type { ReactNode } from 'react'
import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { GoOnButton } from '@/components/session/conversation/go-on-button'
import { subjectOf, verbOf } from '@/components/session/conversation/call-words'
import { AnswerTold } from '@/components/session/list/answered-elsewhere'
import { isFailed, type SessionGroup } from '@/components/session/list/session-groups'
import { WaitingRow } from '@/components/session/list/waiting-row'
import { sessionAgent } from '@/components/session/session-agent'
import { sessionTitle } from '@/components/session/session-title'
import { ActorMark } from '@/components/ui/actor-mark'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { firstWaitingCall, lastFault } from '@/lib/agent/what-stopped'
import type { Session } from '@/lib/agent/session'
import type { ObservedSession } from '@/lib/connect/list-observed-sessions'
import { database } from '@/lib/db/open-database'
import type { SessionReview } from '@/lib/review/changesets/sessions-review'
import { ObservedRow } from './observed-row'
import {
  ContextShare,
  LinesChanged,
  ReviewState,
  ReviewWords,
  type SessionColumns,
  sessionRowLook,
  TokensUsed,
} from './session-columns'

export interface SessionRowsProps {
  group: SessionGroup
  columns: SessionColumns
  sessions: readonly Session[]
  /** conversations in other programs, of the same group */
  observed: readonly ObservedSession[]
  /** the changes of each, by id */
  reviews: ReadonlyMap<string, SessionReview>
  now: number
}

/** Sessions of one group, each a row that leads to its conversation. */
export async function SessionRows({
  group,
  sessions,
  observed,
  reviews,
  ...shown
}: SessionRowsProps) {
  const t = await texts()
  const count = sessions.length + observed.length
  if (count === 0) return null
  return (
    <section aria-labelledby={`group-${group}`}>
      <h2
        id={`group-${group}`}
        className="border-b border-line px-5 py-2 text-xs font-semibold text-ink-2 max-md:px-4"
      >
        {t(`Sessions.group_${group}`)}{' '}
        <span className="font-normal text-ink-3 tabular-nums">{count}</span>
      </h2>
      <ul>
        {byTime(sessions, observed).map((session) => {
          const review = reviews.get(session.id) ?? null
          return 'outerId' in session ? (
            <ObservedRow
              key={session.id}
              session={session}
              isRunning={group === 'running'}
              review={review}
              now={shown.now}
            />
          ) : (
            <Row
              key={session.id}
              session={session}
              group={group}
              isFirst={session === sessions[0]}
              review={review}
              {...shown}
            />
          )
        })}
      </ul>
    </section>
  )
}

const timeOf = (session: Session | ObservedSession) =>
  'outerId' in session ? session.lastAt : session.updatedAt

const byTime = (sessions: readonly Session[], observed: readonly ObservedSession[]) =>
  observed.length === 0
    ? sessions
    : [...sessions, ...observed].toSorted((one, other) => timeOf(other) - timeOf(one))

interface RowProps extends Pick<SessionRowsProps, 'group' | 'columns' | 'now'> {
  session: Session
  /** whether it is the first of its group */
  isFirst: boolean
  /** null: it changed nothing */
  review: SessionReview | null
}

async function Row({ session, group, columns, isFirst, review, now }: RowProps) {
  const t = await texts()
  const call = group === 'waiting' ? await firstWaitingCall(database(), session) : null
  const fault = isFailed(session) ? await lastFault(database(), session.id) : null
  const more = call ? (
    <>
      {t(`Call.${verbOf(call.name, call.input)}`)} <VisibleLabel text={subjectOf(call.input)} />
    </>
  ) : fault ? (
    t(`Session.fault_${fault}`)
  ) : null
  const name = (
    <Name
      session={session}
      isRunning={group === 'running' || call !== null}
      isWaiting={call !== null}
      more={more}
      review={review}
    />
  )
  const state = <State session={session} group={group} />
  const rest = (
    <>
      {columns === 'context' ? (
        <TokensUsed session={session} />
      ) : (
        <>
          <LinesChanged review={review} />
          <ReviewState review={review} />
        </>
      )}
      <ContextShare session={session} />
      <div className="text-right text-xs text-ink-3 max-md:col-start-2 max-md:row-start-1">
        <RelativeTime time={session.updatedAt} now={now} />
      </div>
    </>
  )
  const look = sessionRowLook(columns)
  if (call) {
    return (
      <WaitingRow
        sessionId={session.id}
        eventId={call.id}
        isFirst={isFirst}
        className={look}
        name={name}
        state={state}
      >
        {rest}
      </WaitingRow>
    )
  }
  return (
    <li className={look}>
      {name}
      <div className="relative flex flex-wrap items-center gap-2 max-md:empty:hidden">
        {state}
        <AnswerTold sessionId={session.id} />
        {isFailed(session) ? (
          <span className="at-rest-hidden">
            <GoOnButton sessionId={session.id} label={t('Sessions.goOnHere')} />
          </span>
        ) : null}
      </div>
      {rest}
    </li>
  )
}

async function Name({
  session: { id, title, settings },
  isRunning,
  isWaiting,
  more,
  review,
}: {
  session: Session
  isRunning: boolean
  isWaiting: boolean
  /** what its state does not say; null: nothing */
  more: ReactNode
  review: SessionReview | null
}) {
  const t = await texts()
  const format = await formats()
  const { name, look } = sessionAgent(t, settings.model)
  return (
    <div className="flex min-w-0 items-center gap-3">
      <ActorMark look={look} label={t('Sessions.agentNamed', { name })} isWorking={isRunning} />
      <div className="min-w-0">
        <Link
          href={`/sessions/${id}`}
          data-session-row
          className="block truncate font-semibold row-link"
        >
          <VisibleLabel text={sessionTitle(t, format, { id, title })} />
        </Link>
        {more === null ? null : (
          <p className={classNames('truncate text-xs', isWaiting ? 'text-caution' : 'text-ink-2')}>
            {more}
          </p>
        )}
        {isWaiting ? null : <ReviewWords review={review} />}
      </div>
    </div>
  )
}

/** What needs somebody, or ended; of what is idle nothing. */
async function State({ session, group }: { session: Session; group: SessionGroup }) {
  const t = await texts()
  if (group === 'waiting') {
    return (
      <span className="max-md:hidden">
        <Badge tone="caution" Icon={Hand}>
          {t('Sessions.waits')}
        </Badge>
      </span>
    )
  }
  if (group === 'running') return <span className="sr-only">{t('Sessions.running')}</span>
  if (isFailed(session)) {
    return (
      <Badge tone="removed" Icon={CircleAlert}>
        {t('Sessions.failed')}
      </Badge>
    )
  }
  if (session.status !== 'terminated') return null
  return <span className="text-xs text-ink-3">{t('Sessions.archived')}</span>
}
