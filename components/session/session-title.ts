import type { useFormatter } from 'use-intl'
import type { Texts } from '@/components/i18n/texts'
import type { ObservedName } from '@/lib/connect/observed-names'
import { titleOf } from '@/lib/text/title-of'

/** A session's title, or the end of its id in words. */
export const sessionTitle = (t: Texts, { id, title }: { id: string; title: string | null }) =>
  title ?? t('Sessions.untitled', { id: id.slice(-6) })

/** The title of a session in another program: its first prompt, else its time. */
export const observedTitle = (
  t: Texts,
  format: ReturnType<typeof useFormatter>,
  { firstPrompt, firstAt }: ObservedName,
) => titleOf(firstPrompt) || t('Sessions.observedAt', { time: format.dateTime(firstAt, WHEN) })

/** With its zone: on the server it is not the reader's. */
const WHEN = {
  day: 'numeric',
  month: 'short',
  hour: 'numeric',
  minute: '2-digit',
  timeZoneName: 'short',
} as const
