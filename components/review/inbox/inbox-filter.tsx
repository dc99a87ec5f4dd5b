import { ListFilter, Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { ActWords } from '@/components/frame/page'
import { VisibleLabel } from '@/components/content/visible-label'
import { texts } from '@/components/i18n/server-texts'
import type { OfferedStores } from '@/components/stores/offered-stores'
import { StoreFilter } from '@/components/stores/store-filter'
import { ChoiceMenu } from '@/components/ui/choice-menu'
import { buttonVariants } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { Link } from '@/components/ui/link'
import { LEVELS } from '@/lib/review/model/attention'
import { plainName } from '@/lib/text/plain-text'
import {
  INBOX_ASSIGNEES,
  INBOX_CATEGORIES,
  INBOX_COMMENTS,
  type InboxAddress,
  inboxAddress,
  type InboxFilter as Narrowing,
  narrowedTo,
} from './inbox-address'
import { FilterKey } from './filter-key'

interface Choice {
  id: string
  name: string
}

export interface InboxFilterProps {
  place: InboxAddress
  /** the ways to other lists */
  states: ReactNode
  offered: OfferedStores
  /** of the chosen store; null: none is chosen */
  storeName: string | null
  agents: readonly Choice[]
  /** of the chosen session; null: none is chosen */
  sessionTitle: string | null
}

/** Opens and closes the filters below the page's head: a box that is ticked, so that it needs no script. */
export async function InboxFilterButton({ isOpen }: { isOpen: boolean }) {
  const t = await texts()
  return (
    <label
      className={`relative has-focus-visible:outline-2 has-focus-visible:outline-accent ${buttonVariants()}`}
    >
      <input
        type="checkbox"
        defaultChecked={isOpen}
        data-inbox-filters
        className="absolute inset-0 cursor-pointer opacity-0"
      />
      <ListFilter size={15} strokeWidth={1.75} aria-hidden />
      <ActWords>{t('Review.filter')}</ActWords>
      <span aria-hidden className="max-lg:hidden">
        <Kbd>F</Kbd>
      </span>
    </label>
  )
}

/** Narrows the inbox; the address holds what to, and it works without a script. */
export async function InboxFilter({
  place,
  states,
  offered,
  storeName,
  agents,
  sessionTitle,
}: InboxFilterProps) {
  const t = await texts()
  const { state } = place
  const narrowed = narrowedTo(place)
  const addressOf = (change: Narrowing) => inboxAddress({ state, ...narrowed, ...change })
  const menus = [
    {
      name: 'level',
      label: t('Review.filter_level'),
      values: LEVELS.toReversed().map((id) => ({ id, name: t(`Review.level_${id}`) })),
    },
    { name: 'agent', label: t('Sessions.filterAgent'), values: agents },
    {
      name: 'category',
      label: t('Review.filter_category'),
      values: INBOX_CATEGORIES.map((id) => ({ id, name: t(`Review.reason_${id}`) })),
    },
    {
      name: 'assignee',
      label: t('Review.filter_assignee'),
      values: INBOX_ASSIGNEES.map((id) => ({ id, name: t(`Review.assignee_${id}`) })),
    },
    {
      name: 'comments',
      label: t('Review.filter_comments'),
      values: INBOX_COMMENTS.map((id) => ({ id, name: t(`Review.comments_${id}`) })),
    },
  ] as const
  const isNarrowed = Object.values(narrowed).some((value) => value !== undefined)
  return (
    <div className="inbox-filter border-b border-line px-4 py-2">
      <FilterKey />
      <div className="flex min-w-0 flex-wrap items-center gap-2">
        {states}
        <PathField place={place} />
        <StoreFilter
          label={t('Review.filter_store')}
          all={t('Sessions.any')}
          chosen={
            place.store === undefined ? null : { id: place.store, name: storeName ?? place.store }
          }
          {...offered}
          withArchived={false}
          address={addressOf({ store: undefined })}
        />
        {menus.map(({ name, label, values }) => {
          const chosen = values.find(({ id }) => id === place[name])
          return (
            <ChoiceMenu
              key={name}
              label={label}
              chosen={chosen ? plainName(chosen.name) : (place[name] ?? t('Sessions.any'))}
              isMarked={place[name] !== undefined}
              choices={[
                {
                  href: addressOf({ [name]: undefined }),
                  label: t('Sessions.any'),
                  isChosen: place[name] === undefined,
                },
                ...values.map(({ id, name: named }) => ({
                  href: addressOf({ [name]: id }),
                  label: plainName(named),
                  isChosen: id === place[name],
                })),
              ]}
            />
          )
        })}
        {sessionTitle === null ? null : (
          <Link
            href={addressOf({ session: undefined })}
            className="inline-flex h-7 min-w-0 items-center gap-1.5 rounded-control bg-selected px-2 text-xs hover:bg-hover"
          >
            <span className="max-w-48 truncate">
              <VisibleLabel text={sessionTitle} />
            </span>
            <X size={13} aria-hidden />
            <span className="sr-only">{t('Review.everySession')}</span>
          </Link>
        )}
        {isNarrowed ? (
          <Link href={inboxAddress({ state })} className="px-1 text-xs text-ink-2 hover:underline">
            {t('Review.clearFilter')}
          </Link>
        ) : null}
      </div>
    </div>
  )
}

async function PathField({ place }: { place: InboxAddress }) {
  const t = await texts()
  const { path, state } = place
  const others = {
    ...narrowedTo(place),
    path: undefined,
    state: state === 'open' ? undefined : state,
  }
  return (
    <form action="/review" role="search" className="relative">
      {Object.entries(others).map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      <Search
        size={14}
        aria-hidden
        className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink-3"
      />
      <input
        type="search"
        name="path"
        key={path}
        defaultValue={path}
        data-inbox-filter
        aria-label={t('Review.filter_path')}
        placeholder={t('Review.filter_path')}
        autoComplete="off"
        spellCheck={false}
        className="h-7 w-48 rounded-control bg-sheet pr-2 pl-7 shadow-[inset_0_0_0_1px_var(--control)] placeholder:text-ink-3 max-md:h-10"
      />
    </form>
  )
}
