import { texts } from '@/components/i18n/server-texts'
import { RelativeTime } from '@/components/ui/relative-time'
import type { ContextHappening } from '@/lib/agent/context-history'
import { FoldedNumbers } from './numbers-table'

type Reminder = Extract<ContextHappening, { kind: 'reminder' }>

/**
 * Reminders the agent got, collapsed: their size, how long they took, which missed the deadline.
 */
export async function RemindersTable({
  reminders,
  now,
}: {
  reminders: readonly Reminder[]
  now: number
}) {
  const t = await texts()
  return (
    <FoldedNumbers
      summary={t('Context.reminders', { count: reminders.length })}
      caption={t('Context.remindersTable')}
      head={[t('Context.time'), t('Context.tells'), t('Context.total'), t('Context.duration')]}
      rows={reminders.map(({ eventId, at, sections, late, tokens, durationMs }) => ({
        key: eventId,
        cells: [
          <RelativeTime key="at" time={at} now={now} />,
          [
            ...sections.map((section) =>
              t(`Context.reminder_${section.kind}`, { tokens: section.tokens }),
            ),
            ...late.map((kind) => t(`Context.late_${kind}`)),
          ].join(', '),
          tokens,
          t('Context.milliseconds', { count: durationMs }),
        ],
      }))}
    />
  )
}
