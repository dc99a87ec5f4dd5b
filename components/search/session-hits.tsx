import 'server-only'
import { MessagesSquare } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import { callAddress } from '@/components/session/conversation/call-address'
import type { SessionHit, SessionSearch } from '@/lib/agent/search-sessions'
import { hitLines } from '@/lib/text/highlight'
import { MarkedParts } from './match-lines'
import { shownMatches } from '@/lib/scan/shown-matches'
import { sessionTitle } from '@/components/session/session-title'

/** Sessions in whose title or messages a text occurs, and how many were searched. */
export async function SessionHits({ search, now }: { search: SessionSearch; now: number }) {
  const t = await texts()
  const format = await formats()
  const { hits, hasMore, searched, isCut } = search
  if (hits.length === 0 && !isCut) return null
  return (
    <section aria-labelledby="sessions-found">
      <h2 className="flex items-center gap-2">
        <MessagesSquare size={15} strokeWidth={1.75} aria-hidden className="shrink-0 text-ink-3" />
        <span id="sessions-found" className="font-semibold">
          {t('Nav.sessions')}
        </span>
        <span className="text-ink-3 tabular-nums">
          {format.number(hits.length)}
          {hasMore ? '+' : ''}
        </span>
      </h2>
      {isCut ? (
        <p className="mt-1 text-xs text-ink-3">{t('Search.sessionsCut', { count: searched })}</p>
      ) : null}
      {hits.length === 0 ? null : (
        <ul className="mt-2 divide-y divide-line border-y border-line">
          {hits.map(({ sessionId, title, createdAt, messages }) => (
            <li key={sessionId}>
              <Link
                data-hit
                href={callAddress(sessionId, messages[0]?.eventId ?? null)}
                className="block rounded-mark px-1 py-1.5 outline-offset-[-2px] hover:bg-hover"
              >
                <span className="flex items-baseline gap-3">
                  <span className="min-w-0 flex-1 truncate font-medium">
                    <VisibleLabel text={sessionTitle(t, format, { id: sessionId, title })} />
                  </span>
                  <span className="shrink-0 text-xs text-ink-3">
                    <RelativeTime time={createdAt} now={now} />
                  </span>
                </span>
                <Messages messages={messages} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

async function Messages({ messages }: Pick<SessionHit, 'messages'>) {
  const t = await texts()
  const shown = await shownMatches(messages.map(({ matches }) => matches))
  return messages.map(({ eventId, by }, at) =>
    hitLines(shown[at] ?? []).map(({ line, parts }) => (
      <span key={`${eventId} ${line}`} className="block wrap-anywhere text-ink-2">
        <span className="text-ink-3">{t(`Search.by_${by}`)}</span> <MarkedParts parts={parts} />
      </span>
    )),
  )
}
