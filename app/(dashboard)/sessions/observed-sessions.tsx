import { VisibleLabel } from '@/components/content/visible-label'
import { texts } from '@/components/i18n/server-texts'
import { ActorMark } from '@/components/ui/actor-mark'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { listObservedSessions, type ObservedSession } from '@/lib/connect/list-observed-sessions'
import { database } from '@/lib/db/open-database'
import { actorMark } from '@/lib/store/model/actor-mark'

/** Sessions that are shown; others wrote longer ago. */
const MOST_SHOWN = 30

/** Conversations in other programs that wrote in watched folders. */
export async function ObservedSessions({ now }: { now: number }) {
  const t = await texts()
  const sessions = await listObservedSessions(database(), { limit: MOST_SHOWN })
  if (sessions.length === 0) return null
  return (
    <section aria-labelledby="observed">
      <h2 id="observed" className="border-b border-line px-4 py-2 text-xs font-medium text-ink-2">
        {t('Sessions.observed')}{' '}
        <span className="font-normal text-ink-3 tabular-nums">{sessions.length}</span>
      </h2>
      <ul>
        {sessions.map((session) => (
          <ObservedRow key={session.id} session={session} now={now} />
        ))}
      </ul>
    </section>
  )
}

async function ObservedRow({ session, now }: { session: ObservedSession; now: number }) {
  const t = await texts()
  const { id, outerId, clientVersion, project, model, lastAt, changeCount } = session
  const name = projectName(project)
  return (
    <li className="relative flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-line px-4 py-2 hover:bg-hover">
      <ActorMark
        look={{ ...actorMark({ kind: 'api_key', id, name: 'Claude Code' }), shape: 'agent' }}
        label={t('Sessions.observedAgent')}
      />
      <div className="min-w-0 flex-1 basis-60">
        <div className="truncate">
          <span className="font-medium">Claude Code</span>
          {name === '' ? null : (
            <>
              {' · '}
              <VisibleLabel text={name} />
            </>
          )}{' '}
          <span className="text-xs text-ink-3">
            <VisibleLabel text={`${clientVersion} ${model}`.trim()} />
          </span>
        </div>
        <div className="truncate font-mono text-xs text-ink-3">
          <VisibleLabel text={outerId} />
        </div>
      </div>
      <span className="min-w-0 truncate text-ink-2 max-md:hidden">
        <VisibleLabel text={session.storeName} />
      </span>
      {session.changesetId === null ? (
        <span className="text-ink-2">{t('Sessions.observedChanges', { count: changeCount })}</span>
      ) : (
        <Link href={`/review/${session.changesetId}`} className="font-medium hover:underline">
          {t('Sessions.observedChanges', { count: changeCount })}
        </Link>
      )}
      <span className="w-10 text-right text-xs text-ink-3" data-changes-with-time>
        <RelativeTime time={lastAt} now={now} />
      </span>
    </li>
  )
}

const projectName = (project: string) =>
  project.split(/[\\/]/).findLast((part) => part !== '') ?? ''
