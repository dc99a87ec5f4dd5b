import { ChevronLeft } from 'lucide-react'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { VisiblePath } from '@/components/lines/visible-text'
import { Badge } from '@/components/ui/badge'
import { CopyButton } from '@/components/ui/copy-button'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import { SwitchBody, switchLook } from '@/components/ui/switch'

/** What of a memory is shown; `edit`, and with two versions `merge`, stands in place of all. */
export type MemoryView = 'content' | 'preview' | 'agent' | 'blame' | 'reads' | 'edit' | 'merge'

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
    <header className="@container sticky top-0 z-10 flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line bg-sheet py-1.5 pr-3 pl-4">
      <Link
        href={back}
        aria-label={t('backToTree')}
        className="-ml-2 grid size-9 place-items-center text-ink-2 md:hidden"
      >
        <ChevronLeft size={20} aria-hidden />
      </Link>
      <div className="min-w-0 max-md:flex max-md:flex-1 max-md:basis-40 max-md:flex-wrap max-md:items-center max-md:gap-x-2 md:contents">
        <h2 className="min-w-0 font-mono text-code font-medium wrap-anywhere" tabIndex={-1}>
          {path === null ? t('redactedPath') : <VisiblePath path={path} />}
        </h2>
        {path === null ? null : <CopyButton text={path} label={t('copyPath')} />}
        {badge === undefined ? null : <Badge>{badge}</Badge>}
        <p className="flex flex-wrap items-center gap-x-2 text-xs text-ink-3 tabular-nums empty:hidden">
          {meta}
        </p>
      </div>
      {children ? (
        // On a phone its parts lie in the head's own rows: the acts beside the path, the views below.
        <div className="ml-auto flex flex-wrap items-center gap-1.5 max-md:contents">
          {children}
        </div>
      ) : null}
    </header>
  )
}

export interface MemoryViewsProps {
  shown: MemoryView
  /** the page's address without the view */
  address: string
  path: string | null
  /** whether it is what agents are served: the past is not */
  isNow: boolean
}

/** Rows and keys would run together as Markdown: what holds them has no preview. */
const isData = (path: string | null) => /\.(csv|tsv|jsonl?|ndjson|ya?ml)$/i.test(path ?? '')

/** The view that is shown where this one is asked for. */
export const viewOf = (asked: MemoryView, path: string | null): MemoryView =>
  asked === 'preview' && isData(path) ? 'content' : asked

/** The views of a memory, and whether its lines say who wrote them; each has an address. */
export function MemoryViews({ shown, address, path, isNow }: MemoryViewsProps) {
  const t = useTranslations('Memory')
  const isBlame = shown === 'blame'
  const all = ['content', 'preview', 'agent'] as const
  const isThere = { content: true, preview: !isData(path), agent: isNow }
  const names = all.filter((name) => isThere[name])
  const segments = names.map((name) => ({
    href: name === 'content' ? address : `${address}&view=${name}`,
    label: t(name),
    isCurrent: shown === name || (isBlame && name === 'content'),
  }))
  return (
    <span className="flex flex-wrap items-center gap-1.5 max-md:order-last max-md:w-full max-md:justify-between">
      <SegmentedLinks label={t('views')} segments={segments} />
      <Link
        href={isBlame ? address : `${address}&view=blame`}
        scroll={false}
        role="switch"
        aria-checked={isBlame}
        className={switchLook}
      >
        <SwitchBody isOn={isBlame} />
        {t('blame')}
      </Link>
    </span>
  )
}
