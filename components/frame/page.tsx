import { clsx } from 'clsx'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { KeyBar } from '@/components/keys/key-bar'
import { VisibleLabel } from '@/components/lines/visible-text'
import { Link } from '@/components/ui/link'
import { SCROLLED } from '@/components/ui/near'

export interface PageProps {
  /**
   * `index`: a list or a form, which the window scrolls. `working`: panes that fill the window and
   * scroll for themselves.
   */
  kind: 'index' | 'working'
  /** beside the rail: it is within something that an index lists */
  isInner?: boolean
  /** of the window; without it that is called as the product is */
  name?: string
  /** the first is a `PageHead`; an `ActBar`, if there is one, is the last */
  children: ReactNode
}

/** The sheet that a page lies on, with the keys that do something on it along its foot. */
export function Page({ kind, isInner = kind === 'working', name, children }: PageProps) {
  return (
    <div className="sheet" data-page={kind} data-rail={isInner || undefined}>
      <title>{name === undefined ? 'Palimpsest' : `${name} · Palimpsest`}</title>
      {children}
      <KeyBar />
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
  /** the pages beside this one, as `TabLinks`; on a phone they are a row of their own */
  tabs?: ReactNode
  /** the page's acts; on a phone they stand beside the title, as icons */
  acts?: ReactNode
  /** the act that the page is for, with its words; on a phone it is at the thumb */
  primary?: ReactNode
}

/**
 * A page's title, the way back and the page's acts. Stays in view. On a phone it is one row: the way
 * back, the title with its figures below, and the acts.
 */
export function PageHead({ crumbs = [], title, meta, tabs, acts, primary }: PageHeadProps) {
  return (
    <header
      className={clsx(
        'sheet-head flex min-h-(--head) shrink-0 items-center gap-x-3 gap-y-1 border-b border-line px-4 py-2 max-md:min-h-14 max-md:gap-x-2 md:flex-wrap',
        tabs !== undefined && 'max-md:flex-wrap max-md:pb-0',
      )}
    >
      <Crumbs crumbs={crumbs} />
      <div className="min-w-0 max-md:flex-1 md:contents">
        <h1
          className={clsx(
            // It gives way before the acts fall below it, down to what still tells it from others.
            'min-w-0 truncate text-title font-semibold tracking-[-0.01em] max-md:line-clamp-3 max-md:wrap-anywhere max-md:whitespace-normal md:max-w-max md:grow',
            tabs === undefined ? 'md:basis-56' : 'md:basis-32',
            crumbs.length > 0 && 'md:-ml-1.5',
          )}
        >
          {title}
        </h1>
        {meta ? (
          <div className="flex min-w-0 flex-wrap items-center gap-x-2 text-ink-3 tabular-nums max-md:text-xs">
            {meta}
          </div>
        ) : null}
      </div>
      {tabs === undefined ? null : (
        // Its line takes the place of the head's, which it lies on.
        <div className="min-w-0 max-md:order-last max-md:-mx-4 max-md:basis-[calc(100%+2rem)] md:-my-2 md:self-stretch md:*:h-full md:*:border-0 md:*:px-2">
          {tabs}
        </div>
      )}
      {acts || primary ? (
        <div className="sheet-acts flex items-center justify-end gap-1.5 max-md:shrink-0 md:ml-auto md:flex-wrap">
          {acts}
          {primary ? (
            <div className="at-the-thumb contents max-md:fixed max-md:inset-x-0 max-md:bottom-(--thumb) max-md:z-20 max-md:flex max-md:border-t max-md:border-line max-md:bg-sheet max-md:px-4 max-md:py-2 max-md:*:h-11 max-md:*:flex-1">
              {primary}
            </div>
          ) : null}
        </div>
      ) : null}
    </header>
  )
}

/** Words of an act's button that a phone hides, where the icon is enough; at the thumb they stand. */
export function ActWords({ children }: { children: ReactNode }) {
  return <span className="max-md:not-in-[.at-the-thumb]:sr-only">{children}</span>
}

function Crumbs({ crumbs }: { crumbs: readonly Crumb[] }) {
  if (crumbs.length === 0) return null
  return (
    <ol className="flex min-w-0 items-center gap-1.5 text-ink-3 max-md:-ml-2 max-md:shrink-0">
      {crumbs.map(({ href, label }, index) => (
        <li
          key={href}
          className={clsx(
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

interface PageSectionProps {
  title: string
  note?: ReactNode
  children: ReactNode
}

/** A part of a page of settings, under a hairline. */
export function PageSection({ title, note, children }: PageSectionProps) {
  return (
    <section
      aria-label={title}
      className="border-b border-line px-5 py-3.5 last-of-type:border-b-0 max-md:px-4"
    >
      <header className="flex min-h-7 flex-wrap items-baseline gap-x-2.5">
        <h2 className="font-semibold">{title}</h2>
        {note ? <p className="text-xs text-ink-3">{note}</p> : null}
      </header>
      {children}
    </section>
  )
}

/** The part of a page that scrolls above its act bar; on a phone the page itself does. */
export function Scrolled({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div
      {...SCROLLED}
      role="group"
      aria-label={label}
      className="flex min-h-0 flex-1 flex-col overflow-y-auto -outline-offset-2 max-md:contents"
    >
      {children}
    </div>
  )
}
