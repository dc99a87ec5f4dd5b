import { X } from 'lucide-react'
import { VisibleLabel } from '@/components/content/visible-label'
import { formats, texts } from '@/components/i18n/server-texts'
import { Link } from '@/components/ui/link'
import type { FailingStoreRow } from '@/lib/sql/failing-tests'

/** The stores in which tests fail, on top of the inbox: since when, and how many. */
export async function FailingTests({ stores }: { stores: readonly FailingStoreRow[] }) {
  if (stores.length === 0) return null
  const t = await texts()
  const format = await formats()
  return (
    <section aria-label={t('MemoryTests.title')}>
      <h2 className="px-4 pt-3 pb-1 text-xs font-medium text-removed">{t('MemoryTests.title')}</h2>
      <ul>
        {stores.map(({ storeId, storeName, count, since }) => (
          <li key={storeId}>
            <Link
              href={`/stores/${storeId}/tests`}
              className="flex items-center gap-2 border-b border-line px-4 py-2.5 outline-offset-[-2px] hover:bg-hover"
            >
              <X size={14} strokeWidth={2.25} aria-hidden className="shrink-0 text-removed" />
              <span className="min-w-0 flex-1">
                {t('MemoryTests.inboxFailing', {
                  count,
                  when: format.dateTime(since, { dateStyle: 'medium', timeStyle: 'short' }),
                })}
              </span>
              <span className="max-w-40 truncate text-xs text-ink-3">
                <VisibleLabel text={storeName} />
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  )
}
