import { Archive } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { LocalTime } from '@/components/ui/local-time'

/** Says on a store's page that it is archived, and what that leaves. */
export async function ArchivedNotice({ archivedAt }: { archivedAt: number }) {
  const t = await texts()
  return (
    <div className="flex shrink-0 items-center gap-3 border-b border-line bg-well px-4 py-2">
      <Archive size={16} aria-hidden className="shrink-0 text-ink-3" />
      <p className="min-w-0">
        <strong className="font-semibold">
          {t('Store.archivedOn')} <LocalTime time={archivedAt} />
        </strong>{' '}
        <span className="text-ink-2">{t('Store.archivedMeans')}</span>
      </p>
    </div>
  )
}
