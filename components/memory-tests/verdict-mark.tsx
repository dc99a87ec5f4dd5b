import { texts } from '@/components/i18n/server-texts'
import { classNames } from '@/components/ui/class-names'
import type { TestRun } from '@/lib/memory-tests/model/memory-test'
import { VERDICT_LOOKS } from './verdict-looks'

/** The verdict of a run: sign, word and how many answers; null: the test was never run. */
export async function VerdictMark({
  run,
}: {
  run: Pick<TestRun, 'status' | 'held' | 'of'> | null
}) {
  const t = await texts()
  if (run === null) return <span className="text-xs text-ink-3">{t('MemoryTests.never')}</span>
  const { status, held, of } = run
  const { Icon, look } = VERDICT_LOOKS[status]
  const isCounted = status !== 'not_run' && of > 0
  return (
    <span
      className={classNames('inline-flex items-center gap-1.5 text-xs font-medium', look)}
      title={t(`MemoryTests.status_${status}`)}
    >
      <Icon size={13} strokeWidth={2.25} aria-hidden />
      <span className={isCounted ? 'sr-only' : undefined}>{t(`MemoryTests.status_${status}`)}</span>
      {isCounted ? (
        <span className="tabular-nums">{t('MemoryTests.heldOf', { held, of })}</span>
      ) : null}
    </span>
  )
}
