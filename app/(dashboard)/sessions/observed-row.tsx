import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { observedAgentLook } from '@/components/session/session-agent'
import { observedTitle } from '@/components/session/session-title'
import { ActorMark } from '@/components/ui/actor-mark'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { ObservedSession } from '@/lib/connect/list-observed-sessions'
import type { SessionReview } from '@/lib/review/changesets/sessions-review'
import { plainName } from '@/lib/text/plain-text'
import { LinesChanged, ReviewState, ReviewWords, sessionRowLook } from './session-columns'

export interface ObservedRowProps {
  session: ObservedSession
  isRunning: boolean
  /** null: not counted */
  review: SessionReview | null
  now: number
}

/** A conversation in another program: it leads to what is known of it. */
export async function ObservedRow({ session, isRunning, review, now }: ObservedRowProps) {
  const t = await texts()
  const title = observedTitle(t, await formats(), session)
  return (
    <li className={sessionRowLook('changes')}>
      <div className="flex min-w-0 items-center gap-3">
        <ActorMark
          look={observedAgentLook()}
          label={t('Sessions.observedAgent')}
          isWorking={isRunning}
        />
        <div className="min-w-0">
          <Link
            href={`/sessions/${session.id}`}
            data-session-row
            className="block min-w-0 truncate font-semibold row-link"
          >
            <VisibleLabel text={title} />
          </Link>
          <p
            title={plainName(
              [session.project, session.model, session.outerId].filter(Boolean).join(' · '),
            )}
            className="truncate text-xs text-ink-2"
          >
            {t('Sessions.seenIn', { program: 'Claude Code' })}
          </p>
          <ReviewWords review={review} />
        </div>
      </div>
      <div className="max-md:empty:hidden">
        {isRunning ? <span className="sr-only">{t('Sessions.running')}</span> : null}
      </div>
      {review || session.changeCount > 0 ? (
        <LinesChanged review={review} />
      ) : (
        <div className="text-xs text-ink-3 max-xl:hidden">{t('Sessions.onlyRead')}</div>
      )}
      <ReviewState review={review} />
      <div className="max-md:hidden" />
      <div
        className="text-right text-xs text-ink-3 max-md:col-start-2 max-md:row-start-1"
        data-changes-with-time
      >
        <RelativeTime time={session.lastAt} now={now} />
      </div>
    </li>
  )
}
