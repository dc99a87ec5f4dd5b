import { clsx } from 'clsx'
import { CircleAlert, type LucideIcon, TriangleAlert } from 'lucide-react'
import type { ReactNode } from 'react'

const TONES = {
  /** what failed; it is read out at once */
  danger: 'bg-danger-bg text-removed shadow-[inset_0_0_0_1px_var(--danger-line)]',
  /** what is doubtful or waits */
  caution: 'bg-caution-bg text-caution shadow-[inset_0_0_0_1px_var(--caution-line)]',
  plain: 'bg-well text-ink-2 shadow-[inset_0_0_0_1px_var(--line)]',
} as const

export interface NoticeProps {
  tone: keyof typeof TONES
  Icon?: LucideIcon
  /** what can be done about it */
  acts?: ReactNode
  children: ReactNode
}

/** A sentence where something happened, with what to do. */
export function Notice({ tone, Icon, acts, children }: NoticeProps) {
  const Sign = Icon ?? (tone === 'danger' ? CircleAlert : TriangleAlert)
  return (
    <div
      role={tone === 'danger' ? 'alert' : 'note'}
      className={clsx(
        'flex flex-wrap items-start gap-x-2 gap-y-1 rounded-card px-3 py-2',
        TONES[tone],
      )}
    >
      <Sign size={15} aria-hidden className="mt-[2.5px] shrink-0" />
      <div className="min-w-0 flex-1 basis-52 wrap-anywhere">{children}</div>
      {acts}
    </div>
  )
}

const BARS = {
  caution: ['border-caution-line bg-caution-bg', 'text-caution'],
  plain: ['border-line bg-well', 'text-ink-3'],
} as const

export interface NoticeBarProps extends Omit<NoticeProps, 'tone'> {
  tone: keyof typeof BARS
}

/** The same across the width of what it is about, above it. */
export function NoticeBar({ tone, Icon, acts, children }: NoticeBarProps) {
  const [bar, sign] = BARS[tone]
  return (
    <div
      role="note"
      className={clsx('flex flex-wrap items-center gap-x-3 gap-y-1 border-b px-4 py-1.5', bar)}
    >
      {Icon ? <Icon size={15} aria-hidden className={clsx('shrink-0', sign)} /> : null}
      <div className="min-w-0 flex-1 basis-64">{children}</div>
      <div className="flex flex-wrap items-center gap-1.5 empty:hidden">{acts}</div>
    </div>
  )
}

/** Why an act was not done, below it; nothing while there is no reason. */
export function WhyNot({ why }: { why: string | null }) {
  return why === null ? null : (
    <div className="mt-3">
      <Notice tone="danger">{why}</Notice>
    </div>
  )
}
