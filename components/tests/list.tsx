import { clsx } from 'clsx'
import { Check, CircleDashed, Minus, X } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Link } from '@/components/ui/link'
import type { StripCell, TestWithStrip } from '@/lib/why/strips'

const LOOKS = {
  passed: { Icon: Check, look: 'text-added' },
  failed: { Icon: X, look: 'text-removed' },
  mixed: { Icon: Minus, look: 'text-caution' },
  not_run: { Icon: CircleDashed, look: 'text-ink-3' },
} as const

export interface TestListProps {
  storeId: string
  tests: readonly TestWithStrip[]
  /** of the test that is shown beside */
  current: string | null
}

/** A store's tests, each with what it came to. */
export function TestList({ storeId, tests, current }: TestListProps) {
  const t = useTranslations('Tests')
  return (
    <ul aria-label={t('title')}>
      {tests.map(({ test, strip, running }) => (
        <li
          key={test.id}
          data-row={test.id}
          aria-current={test.id === current || undefined}
          className="relative grid gap-1.5 border-b border-line px-4 py-2.5 hover:bg-hover aria-current:bg-accent-bg aria-current:shadow-[inset_2px_0_0_var(--accent)]"
        >
          <span className="flex items-baseline gap-2">
            <Link
              href={`/stores/${storeId}/tests?test=${test.id}`}
              className="row-link min-w-0 flex-1 font-medium wrap-anywhere"
            >
              <VisibleLabel text={test.name} />
            </Link>
            {running ? (
              <span className="text-xs text-ink-3">{t('running')}</span>
            ) : (
              <Outcome cell={strip.at(-1) ?? null} />
            )}
          </span>
          <Strip strip={strip} />
          {test.passesEmpty === true ? (
            <span className="text-xs text-caution">{t('passesEmpty')}</span>
          ) : null}
        </li>
      ))}
    </ul>
  )
}

/** A verdict with its share. */
export function Outcome({ cell }: { cell: StripCell | null }) {
  const t = useTranslations('Tests')
  if (cell === null) return <span className="text-xs text-ink-3">{t('notRunYet')}</span>
  const { status, reason, held, of } = cell
  const { Icon, look } = LOOKS[status === 'waiting' || status === 'running' ? 'not_run' : status]
  return (
    <span className={clsx('flex items-center gap-1 text-xs whitespace-nowrap tabular-nums', look)}>
      <Icon size={14} aria-hidden />
      {status === 'not_run' ? t(`reason.${reason ?? 'stopped'}`) : t('share', { held, of })}
      <span className="sr-only">{t(`status.${status}`)}</span>
    </span>
  )
}

const TONES: Record<StripCell['status'], string> = {
  passed: 'h-1.5 bg-accent',
  failed: 'h-3.5 bg-danger',
  mixed: 'h-2.5 bg-caution',
  not_run: 'h-px bg-ink-3',
  waiting: 'h-px bg-ink-3',
  running: 'h-px bg-ink-3',
}

/** The results of a test over the store's changes, the newest last. */
function Strip({ strip }: { strip: readonly StripCell[] }) {
  const t = useTranslations('Tests')
  const failed = strip.filter(({ status }) => status === 'failed').length
  return (
    <span
      role="img"
      aria-label={t('strip', { count: strip.length, failed })}
      className="flex h-3.5 items-end gap-[3px]"
    >
      {strip.map(({ runId, status }) => (
        <span key={runId} className={clsx('w-2 rounded-[1px]', TONES[status])} />
      ))}
    </span>
  )
}
