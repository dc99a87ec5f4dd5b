import type { ReactNode } from 'react'
import { ChevronRight } from 'lucide-react'
import { GuideLink } from '@/components/guide/guide-link'
import type { GuidePageName } from '@/components/guide/guide-pages'
import { VisibleLabel } from '@/components/content/visible-label'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'

export interface PageProps {
  /**
   * `index`: a list or a form, which the window scrolls, beside the whole sidebar. `working`: panes
   * that fill the window and scroll for themselves, beside the narrow one. `split`: such panes that
   * are a list and what is chosen in it, beside the whole sidebar where there is room.
   */
  kind: 'index' | 'working' | 'split'
  children: ReactNode
}

/** The sheet that a page lies on. Its first child is a `PageHead`. */
export function Page({ kind, children }: PageProps) {
  return (
    <div className="sheet" data-page={kind}>
      {children}
    </div>
  )
}

/** A page that this one belongs to. */
export interface Crumb {
  href: string
  label: string
}

export interface PageHeadProps {
  /** from the outermost on */
  crumbs?: readonly Crumb[]
  title: ReactNode
  /** a few words beside the title: counts, sizes, a state */
  meta?: ReactNode
  /** the page's acts, the primary one last */
  actions?: ReactNode
  /** what explains the page */
  guide?: GuidePageName
}

/** Where one is, and what can be done here. Stays in view. */
export function PageHead({ crumbs = [], title, meta, actions, guide }: PageHeadProps) {
  return (
    <header className="sheet-head flex min-h-(--head) shrink-0 flex-wrap items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 max-md:min-h-12">
      <Crumbs crumbs={crumbs} />
      <h1
        className={classNames(
          'min-w-0 truncate text-title font-semibold tracking-[-0.01em]',
          crumbs.length > 0 && '-ml-1.5',
        )}
      >
        {title}
      </h1>
      {meta ? (
        <div className="flex min-w-0 flex-wrap items-center gap-x-2 text-ink-3 tabular-nums">
          {meta}
        </div>
      ) : null}
      {actions || guide ? (
        <div className="sheet-acts ml-auto flex flex-wrap items-center justify-end gap-1.5">
          {guide ? <GuideLink page={guide} /> : null}
          {actions}
        </div>
      ) : null}
    </header>
  )
}

/** What of an act's button a phone leaves out: its icon is enough there. */
export function ActWords({ children }: { children: ReactNode }) {
  return <span className="max-md:sr-only">{children}</span>
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  if (crumbs.length === 0) return null
  return (
    <ol className="flex min-w-0 items-center gap-1.5 text-ink-3">
      {crumbs.map(({ href, label }) => (
        <li key={href} className="flex min-w-0 items-center gap-1.5">
          <Link href={href} className="max-w-48 truncate rounded-mark py-0.5 hover:text-ink">
            <VisibleLabel text={label} />
          </Link>
          <ChevronRight size={14} aria-hidden className="shrink-0" />
        </li>
      ))}
    </ol>
  )
}

/** The padded middle of an index page. */
export function PageBody({ className, children }: { className?: string; children: ReactNode }) {
  return (
    <div className={classNames('min-w-0 flex-1 px-5 py-4 max-md:px-4', className)}>{children}</div>
  )
}
