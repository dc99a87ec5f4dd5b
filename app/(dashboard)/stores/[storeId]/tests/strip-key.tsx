import { texts } from '@/components/i18n/server-texts'

const MARKS = ['passed', 'failed', 'mixed', 'not_run'] as const

/** What the marks of the strips say. */
export async function StripKey() {
  const t = await texts()
  return (
    <p className="flex min-h-11 shrink-0 flex-wrap items-center gap-x-3.5 gap-y-1 border-b border-line px-5 py-2 text-xs text-ink-3">
      <span className="mr-auto max-md:sr-only">{t('MemoryTests.oneMark')}</span>
      {MARKS.map((status) => (
        <span key={status} className="flex items-center gap-1.5">
          <span aria-hidden className="runs h-4! w-2 forced-color-adjust-none">
            <i
              className={`run-${status}`}
              style={status === 'passed' ? { background: 'var(--age-2)' } : undefined}
            />
          </span>
          {t(`MemoryTests.status_${status}`)}
        </span>
      ))}
    </p>
  )
}
