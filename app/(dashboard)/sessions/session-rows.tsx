import { CircleAlert, Hand } from 'lucide-react'
import { VisibleLabel, VisibleLabels } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { ActorMark } from '@/components/ui/actor-mark'
import { Badge } from '@/components/ui/badge'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { contextGauge } from '@/lib/agent/context-gauge'
import type { Session } from '@/lib/agent/session'
import { PRACTICE_MODEL } from '@/lib/agent/session-settings'
import { actorMark } from '@/lib/store/model/actor-mark'
import { plainName } from '@/lib/text/plain-text'
import { GoOnButton } from '@/components/session/go-on-button'
import type { SessionGroup } from '@/components/session/session-groups'
import { sessionTitle } from '@/components/session/session-title'

/** Sessions of one group, each a row that leads to its conversation. */
export async function SessionRows({
  group,
  sessions,
  now,
}: {
  group: SessionGroup
  sessions: readonly Session[]
  now: number
}) {
  const t = await texts()
  if (sessions.length === 0) return null
  return (
    <section aria-labelledby={`group-${group}`}>
      <h2
        id={`group-${group}`}
        className="border-b border-line px-4 py-2 text-xs font-medium text-ink-2"
      >
        {t(`Sessions.group_${group}`)}{' '}
        <span className="font-normal text-ink-3 tabular-nums">{sessions.length}</span>
      </h2>
      <ul>
        {sessions.map((session) => (
          <Row key={session.id} session={session} group={group} now={now} />
        ))}
      </ul>
    </section>
  )
}

async function Row({
  session,
  group,
  now,
}: {
  session: Session
  group: SessionGroup
  now: number
}) {
  const t = await texts()
  const { id, title, settings, stores, updatedAt } = session
  const name = sessionTitle(t, session)
  return (
    <li
      className={classNames(
        'session-row relative min-h-[58px] items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 hover:bg-hover',
        group === 'waiting' && 'shadow-[inset_2px_0_0_var(--caution)]',
      )}
    >
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
            {settings.model === PRACTICE_MODEL ? t('Sessions.practiceAgent') : settings.model}
          </p>
        </div>
      </div>
      <div className="relative flex flex-wrap items-center gap-2">
        <State session={session} group={group} />
      </div>
      <div className="truncate text-ink-2 max-md:hidden">
        <VisibleLabels texts={stores.map(({ name }) => name)} />
      </div>
      <ContextShare session={session} />
      <div className="text-right text-xs text-ink-3">
        <RelativeTime time={updatedAt} now={now} />
      </div>
    </li>
  )
}

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

/** How full its context is; nothing before the model was first asked. */
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
