import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import type { SessionGroup } from '@/components/session/list/session-groups'
import { observedTitle } from '@/components/session/session-title'
import { ActorMark } from '@/components/ui/actor-mark'
import { Badge } from '@/components/ui/badge'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { ObservedSession } from '@/lib/connect/list-observed-sessions'
import type { SessionReview } from '@/lib/review/changesets/sessions-review'
import { actorMark } from '@/lib/store/model/actor-mark'
import { LinesChanged, ReviewState } from './session-columns'

export interface ObservedRowProps {
  session: ObservedSession
  group: SessionGroup
  /** null: not counted */
  review: SessionReview | null
  now: number
}

/** A conversation in another program: it leads to what it changed here. */
export async function ObservedRow({ session, group, review, now }: ObservedRowProps) {
  const t = await texts()
  return (
    <li className="session-row relative min-h-[58px] items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 hover:bg-hover">
      <Name session={session} isRunning={group === 'running'} />
      <div className="relative flex flex-wrap items-center gap-2">
        {group === 'running' ? (
          <Badge tone="added">{t('Sessions.running')}</Badge>
        ) : (
          <span className="text-ink-3">{t('Sessions.observedEnded')}</span>
        )}
      </div>
      <div className="truncate text-ink-2 max-md:hidden">
        <VisibleLabel text={session.storeName} />
      </div>
      {review ? (
        <LinesChanged review={review} />
      ) : (
        <div className="text-xs text-ink-2 max-lg:hidden">
          {session.changeCount === 0
            ? t('Sessions.onlyRead')
            : t('Sessions.observedChanges', { count: session.changeCount })}
        </div>
      )}
      <ReviewState review={review} />
      <div className="text-xs text-ink-3 max-md:hidden">{t('Sessions.contextUnknown')}</div>
      <div className="text-right text-xs text-ink-3" data-changes-with-time>
        <RelativeTime time={session.lastAt} now={now} />
      </div>
    </li>
  )
}

async function Name({ session, isRunning }: { session: ObservedSession; isRunning: boolean }) {
  const t = await texts()
  const { id, outerId, clientVersion, project, model } = session
  const where = projectName(project)
  const title = observedTitle(t, await formats(), session)
  const client = `Claude Code ${clientVersion}`.trim()
  const about = [
    where === '' ? client : t('Sessions.observedIn', { version: clientVersion, project: where }),
    model,
    outerId,
  ].filter((part) => part !== '')
  return (
    <div className="flex min-w-0 items-center gap-3">
      <span aria-hidden className="flex">
        <ActorMark
          look={{ ...actorMark({ kind: 'api_key', id, name: 'Claude Code' }), shape: 'agent' }}
          label={t('Sessions.observedAgent')}
          isWorking={isRunning}
        />
      </span>
      <div className="min-w-0">
        <div className="flex min-w-0 items-center gap-2">
          <Link
            href={session.changesetId === null ? `/activity?session=${id}` : `/sessions/${id}`}
            data-session-row
            className="block min-w-0 truncate font-semibold outline-offset-[-1px] after:absolute after:inset-0"
          >
            <VisibleLabel text={title} />
          </Link>
          <span className="shrink-0 rounded-mark px-1 text-label text-ink-2 shadow-[inset_0_0_0_1px_var(--line-2)]">
            {t('Sessions.observedBadge')}
          </span>
        </div>
        <p className="truncate text-xs text-ink-2">
          <VisibleLabel text={about.join(' · ')} />
        </p>
      </div>
    </div>
  )
}

const projectName = (project: string) =>
  project.split(/[\\/]/).findLast((part) => part !== '') ?? ''
