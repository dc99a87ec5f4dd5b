import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { RelativeTime } from '@/components/ui/relative-time'
import type { ContextGauge } from '@/lib/agent/context-gauge'
import type { Session } from '@/lib/agent/session'
import { sessionTitle } from '@/components/session/session-title'

export interface SessionsTableProps {
  sessions: readonly { session: Session; gauge: ContextGauge }[]
  now: number
}

/** Each session's context: its size, the tokens used, what happened to it. */
export async function SessionsTable({ sessions, now }: SessionsTableProps) {
  const t = await texts()
  const numbers = ['inOut', 'compactions', 'savedShort', 'failuresShort', 'last'] as const
  return (
    <div
      role="group"
      tabIndex={0}
      aria-label={t('ContextOverview.each')}
      className="relative overflow-x-auto"
    >
      <table className="w-full border-collapse">
        <thead>
          <tr className="border-b border-line text-left text-xs text-ink-3">
            <th scope="col" className="py-2 font-medium">
              {t('ContextOverview.session')}
            </th>
            <th scope="col" className="py-2 pl-4 font-medium">
              {t('ContextOverview.model')}
            </th>
            <th scope="col" className="py-2 pl-4 font-medium">
              {t('ContextOverview.size')}
            </th>
            {numbers.map((name) => (
              <th
                scope="col"
                key={name}
                className="py-2 pl-4 text-right font-medium whitespace-nowrap"
              >
                {t(`ContextOverview.${name}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {sessions.map(({ session, gauge }) => (
            <Row key={session.id} session={session} gauge={gauge} now={now} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

async function Row({
  session,
  gauge,
  now,
}: {
  session: Session
  gauge: ContextGauge
  now: number
}) {
  const t = await texts()
  const format = await formats()
  const { usage, context } = session
  const input = usage.inputTokens + usage.cacheReadTokens + usage.cacheCreationTokens
  return (
    <tr className="border-b border-line align-top hover:bg-hover">
      <td className="min-w-40 py-2">
        <Link href={`/sessions/${session.id}/context`} className="font-medium hover:underline">
          <VisibleLabel text={sessionTitle(t, session)} />
        </Link>
      </td>
      <td className="py-2 pl-4 font-mono text-xs whitespace-nowrap">{session.settings.model}</td>
      <td className="py-2 pl-4 whitespace-nowrap tabular-nums">
        {t('ContextOverview.sizeOf', { tokens: gauge.tokens, window: gauge.window })}
        <span
          className={classNames(
            'block text-xs',
            gauge.level === 'below' ? 'text-ink-3' : 'font-medium text-caution',
          )}
        >
          {t(`Context.level_${gauge.level}`)}
        </span>
      </td>
      <td className="py-2 pl-4 text-right whitespace-nowrap tabular-nums">
        {format.number(input)} / {format.number(usage.outputTokens)}
      </td>
      {[context.compactions, context.savedTokens, context.failures].map((count, index) => (
        <td key={index} className="py-2 pl-4 text-right tabular-nums">
          {format.number(count)}
        </td>
      ))}
      <td className="py-2 pl-4 text-right whitespace-nowrap">
        <RelativeTime time={session.updatedAt} now={now} />
      </td>
    </tr>
  )
}
