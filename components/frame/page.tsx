import type { ReactNode } from 'react'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { GuideLink } from '@/components/guide/guide-link'
import type { GuidePageName } from '@/components/guide/guide-pages'
import { VisibleLabel } from '@/components/content/visible-label'
import { classNames } from '@/components/ui/class-names'
import { Link } from '@/components/ui/link'
import { type Tab, TabLinks } from '@/components/ui/tabs'

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

/** The pages of one subject. */
export interface PageTabs {
  label: string
  tabs: readonly Tab[]
}

export interface PageHeadProps {
  /** from the outermost on */
  crumbs?: readonly Crumb[]
  title: ReactNode
  /** a few words beside the title: counts, sizes, a state */
  meta?: ReactNode
  /** the pages about what the title names; on a phone they have a row of their own */
  tabs?: PageTabs
  /** views of the page, between which one goes to and fro; on a phone they have a row of their own */
  views?: ReactNode
  /** the page's acts; on a phone they stand beside the title, as icons */
  actions?: ReactNode
  /** the act that the page is for, with its words; on a phone it is at the thumb */
  primary?: ReactNode
  /** the page of the guide that explains it */
  guide?: GuidePageName
}

/**
 * A page's title, the way back and the page's actions. Stays in view. On a phone it is one row: the
 * way back, the title with its figures below, and the actions.
 */
export function PageHead({
  crumbs = [],
  title,
  meta,
  tabs,
  views,
  actions,
  primary,
  guide,
}: PageHeadProps) {
  return (
    <>
      <header className="sheet-head flex min-h-(--head) shrink-0 items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 max-md:min-h-14 max-md:gap-x-2 md:flex-wrap">
        <Crumbs crumbs={crumbs} />
        <div className="min-w-0 max-md:flex-1 md:contents">
          <h1
            className={classNames(
              // It gives way before the acts fall below it, down to what still tells it from others.
              'min-w-0 truncate text-title font-semibold tracking-[-0.01em] max-md:line-clamp-3 max-md:wrap-anywhere max-md:whitespace-normal md:max-w-max md:grow md:basis-56',
              crumbs.length > 0 && 'md:-ml-1.5',
            )}
          >
            {title}
          </h1>
          {meta ? (
            <div className="sheet-meta flex min-w-0 flex-wrap items-center gap-x-2 text-ink-3 tabular-nums max-md:text-xs">
              {meta}
            </div>
          ) : null}
        </div>
        {tabs ? (
          <div className="sheet-tabs">
            <TabLinks {...tabs} />
          </div>
        ) : null}
        {actions || guide || views || primary ? (
          <div className="sheet-acts flex items-center justify-end gap-1.5 max-md:shrink-0 md:ml-auto md:flex-wrap">
            {guide ? <GuideLink page={guide} /> : null}
            {views ? <div className="mr-2 max-md:hidden">{views}</div> : null}
            {actions}
            {primary ? <div className="at-the-thumb">{primary}</div> : null}
          </div>
        ) : null}
      </header>
      {tabs ? (
        <div className="sheet-tabs-below">
          <TabLinks {...tabs} />
        </div>
      ) : null}
      {views ? <div className="sheet-views">{views}</div> : null}
    </>
  )
}

/** Words of an action's button that a phone hides, where the icon is enough. */
export function ActWords({ children }: { children: ReactNode }) {
  return <span className="max-md:sr-only">{children}</span>
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  if (crumbs.length === 0) return null
  return (
    <ol className="flex min-w-0 items-center gap-1.5 text-ink-3 max-md:-ml-2 max-md:shrink-0">
      {crumbs.map(({ href, label }, index) => (
        <li
          key={href}
          className={classNames(
            'flex min-w-0 items-center gap-1.5',
            index < crumbs.length - 1 && 'max-md:hidden',
          )}
        >
          <Link
            href={href}
            className="max-w-48 truncate rounded-mark py-0.5 hover:text-ink max-md:grid max-md:size-9 max-md:place-items-center"
          >
            <ChevronLeft size={20} aria-hidden className="md:hidden" />
            <ActWords>
              <VisibleLabel text={label} />
            </ActWords>
          </Link>
          <ChevronRight size={14} aria-hidden className="shrink-0 max-md:hidden" />
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
