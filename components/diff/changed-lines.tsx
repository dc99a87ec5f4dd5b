import { formats, texts } from '@/components/i18n/server-texts'
import type { LineCounts } from '@/lib/text/text-diff'

/** How many lines were added and removed: by their signs for who sees them, in words for who hears them. */
export async function ChangedLines({ lines: { added, removed } }: { lines: LineCounts }) {
  const t = await texts()
  const format = await formats()
  return (
    <span className="whitespace-nowrap tabular-nums">
      <span aria-hidden>
        <span className="text-added">+{format.number(added)}</span>{' '}
        <span className="text-removed">−{format.number(removed)}</span>
      </span>
      <span className="sr-only">{t('Diff.summary', { added, removed })}</span>
    </span>
  )
}
