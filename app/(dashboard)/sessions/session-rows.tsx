import { CircleAlert, Hand } from 'lucide-react'
import { VisibleLabel, VisibleLabels } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { ActorMark } from '@/components/ui/actor-mark'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { EventOf } from '@/lib/agent/session-event'
import { firstWaitingCall, type LastMessage } from '@/lib/agent/last-messages'
import { contextGauge } from '@/lib/agent/context-gauge'
import type { Session } from '@/lib/agent/session'
import { PRACTICE_MODEL } from '@/lib/agent/session-settings'
import { actorMark } from '@/lib/store/model/actor-mark'
import type { ObservedSession } from '@/lib/connect/list-observed-sessions'
import { database } from '@/lib/db/open-database'
import type { SessionReview } from '@/lib/review/changesets/sessions-review'
import { plainName } from '@/lib/text/plain-text'
import { subjectOf, verbOf } from '@/components/session/conversation/call-words'
import { AnswerTold } from '@/components/session/list/answered-elsewhere'
import { WaitingRow } from '@/components/session/list/waiting-row'
import { GoOnButton } from '@/components/session/conversation/go-on-button'
import type { SessionGroup } from '@/components/session/list/session-groups'
import { sessionTitle } from '@/components/session/session-title'
import { ObservedRow } from './observed-row'
import { LinesChanged, ReviewState } from './session-columns'

/** Sessions of one group, each a row that leads to its conversation. */
export async function SessionRows({
  group,
  sessions,
  said,
  reviews,
  observed,
  now,
}: {
  group: SessionGroup
  sessions: readonly Session[]
  /** conversations in other programs, of the same group */
  observed: readonly ObservedSession[]
  /** the last message of each, by id */
  said: ReadonlyMap<string, LastMessage>
  /** the changes of each, by id */
  reviews: ReadonlyMap<string, SessionReview>
  now: number
}) {
  const t = await texts()
  const count = sessions.length + observed.length
  if (count === 0) return null
  return (
    <section aria-labelledby={`group-${group}`}>
      <h2
        id={`group-${group}`}
        className="border-b border-line px-4 py-2 text-xs font-medium text-ink-2"
      >
        {t(`Sessions.group_${group}`)}{' '}
        <span className="font-normal text-ink-3 tabular-nums">{count}</span>
      </h2>
      <ul>
        {byTime(sessions, observed).map((session) =>
          'outerId' in session ? (
            <ObservedRow
              key={session.id}
              session={session}
              group={group}
              review={reviews.get(session.id) ?? null}
              now={now}
            />
          ) : (
            <Row
              key={session.id}
              session={session}
              group={group}
              last={said.get(session.id) ?? null}
              review={reviews.get(session.id) ?? null}
              now={now}
            />
          ),
        )}
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

interface RowProps {
  session: Session
  group: SessionGroup
  /** null: there is no message yet */
  last: LastMessage | null
  /** null: it changed nothing */
  review: SessionReview | null
  now: number
}

async function Row({ session, group, last, review, now }: RowProps) {
  const call = group === 'waiting' ? await firstWaitingCall(database(), session) : null
  const name = <Name session={session} group={group} last={last} call={call} />
  const state = <State session={session} group={group} />
  const rest = (
    <>
      <div className="truncate text-ink-2 max-md:hidden">
        <VisibleLabels texts={session.stores.map((store) => store.name)} />
      </div>
      <LinesChanged review={review} />
      <ReviewState review={review} />
      <ContextShare session={session} />
      <div className="text-right text-xs text-ink-3">
        <RelativeTime time={session.updatedAt} now={now} />
      </div>
    </>
  )
  const look = classNames(
    'session-row relative min-h-[58px] items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 hover:bg-hover',
    group === 'waiting' && 'shadow-[inset_2px_0_0_var(--caution)]',
  )
  if (call) {
    return (
      <WaitingRow
        sessionId={session.id}
        eventId={call.id}
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
      <div className="relative flex flex-wrap items-center gap-2">
        {state}
        <AnswerTold sessionId={session.id} />
      </div>
      {rest}
    </li>
  )
}

async function Name({
  session: { id, title, settings },
  group,
  last,
  call,
}: Omit<RowProps, 'now' | 'review'> & { call: EventOf<'agent.tool_use'> | null }) {
  const t = await texts()
  const name = sessionTitle(t, { id, title })
  const agent =
    settings.model === PRACTICE_MODEL ? t('Sessions.practiceAgent') : plainName(settings.model)
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span aria-hidden className="flex">
        <ActorMark
          look={actorMark({ kind: 'session', id, name: title })}
          label={plainName(name)}
          isWorking={group === 'running'}
        />
      </span>
      <div className="min-w-0">
        <Link
          href={`/sessions/${id}`}
          data-session-row
          className="block truncate font-semibold outline-offset-[-1px] after:absolute after:inset-0"
        >
          <VisibleLabel text={name} />
        </Link>
        <p className="truncate text-xs text-ink-2">
          {call ? (
            <>
              {agent}: {t(`Call.${verbOf(call.name, call.input)}`)}{' '}
              <VisibleLabel text={subjectOf(call.input)} />
            </>
          ) : last ? (
            <>
              {last.by === 'agent' ? agent : t('Sessions.person')}:{' '}
              <VisibleLabel text={last.text.slice(0, SAID)} />
            </>
          ) : (
            agent
          )}
        </p>
      </div>
    </div>
  )
}

/** Characters of a message that a row has room for. */
const SAID = 240

async function State({ session, group }: { session: Session; group: SessionGroup }) {
  const t = await texts()
  if (group === 'waiting') {
    return (
      <Badge tone="caution" Icon={Hand}>
        {t('Sessions.waits')}
      </Badge>
    )
  }
  if (group === 'running') return <Badge tone="added">{t('Sessions.running')}</Badge>
  if (group === 'failed') {
    return (
      <>
        <Badge tone="removed" Icon={CircleAlert}>
          {t('Sessions.failed')}
        </Badge>
        <GoOnButton sessionId={session.id} label={t('Sessions.goOnHere')} />
      </>
    )
  }
  return (
    <span className="text-ink-3">
      {t(session.status === 'terminated' ? 'Sessions.archived' : 'Sessions.idle')}
    </span>
  )
}

const FILLS = {
  below: 'bg-ink-2',
  warning: 'bg-caution',
  error: 'bg-removed',
  compaction: 'bg-removed',
} as const

/** Shows how full the session's context is; nothing before the model was first asked. */
async function ContextShare({ session }: { session: Session }) {
  const t = await texts()
  const format = await formats()
  const { tokens, window, level } = contextGauge(session)
  if (tokens === 0) return <div className="max-md:hidden" />
  const share = Math.min(1, tokens / window)
  const percent = format.number(share, { style: 'percent', maximumFractionDigits: 0 })
  return (
    <div
      title={t.markup('Context.size', { tokens, window, strong: (words) => words })}
      className="flex items-center gap-2 text-xs tabular-nums max-md:hidden"
    >
      <span className="sr-only">{t('Gauge.label')}</span>
      <span aria-hidden className="h-1.5 w-16 overflow-hidden rounded-full bg-track">
        <span
          className={classNames('block h-full rounded-full', FILLS[level])}
          style={{ width: `${share * 100}%` }}
        />
      </span>
      {percent}
    </div>
  )
}
