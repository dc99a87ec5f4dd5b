import { ListFilter } from 'lucide-react'
import type { ReactNode } from 'react'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { classNames } from '@/components/ui/class-names'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { ActWords } from './page'
import { FilterKeys } from './filter-keys'

/** Above it a list's filters stand by themselves where there is room; below it they are one button. */
const MAX_ROWS_OF_BUTTON = 10

export interface FilterButtonProps {
  /** rows of the list; 0 for a list whose filters are always one button */
  rowCount: number
  /** what the list is narrowed to, in words */
  chosen: readonly string[]
}

/**
 * Opens and closes the `Filters` of the page, and names what holds of them: a box that is ticked, so
 * that it needs no script.
 */
export async function FilterButton({ rowCount, chosen }: FilterButtonProps) {
  const t = await texts()
  return (
    <label
      className={classNames(
        'relative has-focus-visible:outline-2 has-focus-visible:outline-accent',
        rowCount > MAX_ROWS_OF_BUTTON && 'md:hidden',
        buttonVariants(),
      )}
    >
      <input
        type="checkbox"
        data-filter-button
        aria-keyshortcuts="f"
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <ListFilter size={15} strokeWidth={1.75} aria-hidden />
      <ActWords>{t('Filter.button')}</ActWords>
      {chosen.length === 0 ? null : (
        <span className="max-w-48 truncate text-accent max-md:max-w-20">{chosen.join(', ')}</span>
      )}
      <span aria-hidden className="max-lg:hidden">
        <Kbd>F</Kbd>
      </span>
    </label>
  )
}

export interface FiltersProps {
  /** as of the button */
  rowCount: number
  /** the list without filters; null: it is not narrowed */
  clearHref: string | null
  children: ReactNode
}

/** The filters of a list, below its head: they show once their button is pressed, or by themselves. */
export function Filters(props: FiltersProps) {
  return (
    <FurtherFilters {...props}>
      <FilterKeys />
      {props.children}
    </FurtherFilters>
  )
}

/** Filters of another list on the same page: a page has one button, which opens all of them. */
export async function FurtherFilters({ rowCount, clearHref, children }: FiltersProps) {
  const t = await texts()
  return (
    <div
      data-many={rowCount > MAX_ROWS_OF_BUTTON ? '' : undefined}
      className="filters min-w-0 flex-wrap items-center gap-2 border-b border-line px-4 py-2"
    >
      {children}
      {clearHref === null ? null : (
        <Link href={clearHref} className="px-1 text-xs text-ink-2 hover:underline">
          {t('Filter.clear')}
        </Link>
      )}
    </div>
  )
}
