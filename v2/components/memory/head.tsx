import { clsx } from 'clsx'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { VisiblePath } from '@/components/lines/visible-text'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { ChevronLeft } from 'lucide-react'

export interface MemoryHeadProps {
  /** null: it was redacted */
  path: string | null
  /** where the tree is, on a phone */
  back: string
  /** the version shown, if it is not the newest */
  badge?: string | undefined
  /** lines, size: a few words */
  meta?: ReactNode
  /** the views and acts */
  children?: ReactNode
}

/** What is open in the middle pane: its path, its size, its views and acts. Stays in view. */
export function MemoryHead({ path, back, badge, meta, children }: MemoryHeadProps) {
  const t = useTranslations('Memory')
  return (
    <header className="sticky top-0 z-10 flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-sheet py-1.5 pr-3 pl-4">
      <Link
        href={back}
        aria-label={t('backToTree')}
        className="-ml-2 grid size-9 place-items-center text-ink-2 md:hidden"
      >
        <ChevronLeft size={20} aria-hidden />
      </Link>
      <h2
        className={clsx('min-w-0 font-mono text-code font-medium wrap-anywhere max-md:flex-1')}
        tabIndex={-1}
      >
        {path === null ? t('redactedPath') : <VisiblePath path={path} />}
      </h2>
      {path === null ? null : <CopyButton text={path} label={t('copyPath')} />}
      {badge === undefined ? null : <Badge>{badge}</Badge>}
      <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3 tabular-nums empty:hidden">
        {meta}
      </p>
      {children ? (
        // On a phone its parts lie in the head's own rows: the acts beside the path, the views below.
        <div className="ml-auto flex flex-wrap items-center gap-1.5 max-md:contents">
          {children}
        </div>
      ) : null}
    </header>
  )
}
