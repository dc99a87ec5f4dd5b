import type { useFormatter } from 'use-intl'
import type { Texts } from '@/components/i18n/texts'
import type { ObservedName } from '@/lib/connect/observed-names'
import { timeOfId } from '@/lib/text/id-digits'
import { titleOf } from '@/lib/text/title-of'

type Format = ReturnType<typeof useFormatter>

/**
 * A session's title, which its first message gives it at the latest; before that its time, and of one
 * with a foreign id its end.
 */
export function sessionTitle(
  t: Texts,
  format: Format,
  { id, title }: { id: string; title: string | null },
): string {
  if (title !== null) return title
  const at = timeOfId(id)
  return at === null
    ? t('Sessions.untitled', { id: id.slice(-6) })
    : t('Sessions.observedAt', { time: format.dateTime(at, WHEN) })
}

/** The title of a session in another program: its first prompt, else its time. */
export const observedTitle = (t: Texts, format: Format, { firstPrompt, firstAt }: ObservedName) =>
  titleOf(firstPrompt) || t('Sessions.observedAt', { time: format.dateTime(firstAt, WHEN) })

/** With its zone: on the server it is not the reader's. */
const WHEN = {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
