import type { Texts } from '@/components/i18n/texts'

/** A session's title, or the end of its id in words. */
export const sessionTitle = (t: Texts, { id, title }: { id: string; title: string | null }) =>
  title ?? t('Sessions.untitled', { id: id.slice(-6) })
