import { Search, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { Filters } from '@/components/frame/filter'
import { VisibleLabel } from '@/components/content/visible-label'
import { texts } from '@/components/i18n/server-texts'
import type { OfferedStores } from '@/components/stores/offered-stores'
import { StoreFilter } from '@/components/stores/store-filter'
import { ChoiceMenu } from '@/components/ui/choice-menu'
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

interface Choice {
  id: string
  name: string
}

export interface InboxFilterProps {
  place: InboxAddress
  /** the ways to other lists */
  states: ReactNode
  /** how many are listed */
  rowCount: number
  offered: OfferedStores
  /** of the chosen store; null: none is chosen */
  storeName: string | null
  agents: readonly Choice[]
  /** whether somebody else could be who decides */
  canBeAssigned: boolean
  /** of the chosen session; null: none is chosen */
  sessionTitle: string | null
}

/** The filters that have a menu, with what can be chosen. */
async function menusOf({
  agents,
  canBeAssigned,
}: Pick<InboxFilterProps, 'agents' | 'canBeAssigned'>) {
  const t = await texts()
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
  return menus.filter(({ name }) => name !== 'assignee' || canBeAssigned)
}

/** What an inbox is narrowed to, in words. */
export async function chosenFilters({
  place,
  storeName,
  agents,
  canBeAssigned,
  sessionTitle,
}: Omit<InboxFilterProps, 'states' | 'rowCount'>): Promise<string[]> {
  const menus = await menusOf({ agents, canBeAssigned })
  const ofMenus = menus.map(
    ({ name, values }) => values.find(({ id }) => id === place[name])?.name ?? place[name],
  )
  return [place.path, storeName, ...ofMenus, sessionTitle]
    .filter((name) => name != null)
    .map(plainName)
}

/** Narrows the inbox; the address holds what to, and it works without a script. */
export async function InboxFilter({
  place,
  states,
  rowCount,
  offered,
  storeName,
  agents,
  canBeAssigned,
  sessionTitle,
}: InboxFilterProps) {
  const t = await texts()
  const { state } = place
  const narrowed = narrowedTo(place)
  const addressOf = (change: Narrowing) => inboxAddress({ state, ...narrowed, ...change })
  const menus = await menusOf({ agents, canBeAssigned })
  const isNarrowed = Object.values(narrowed).some((value) => value !== undefined)
  return (
    <Filters rowCount={rowCount} clearHref={isNarrowed ? inboxAddress({ state }) : null}>
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
    </Filters>
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
        aria-label={t('Review.filter_path')}
        placeholder={t('Review.filter_path')}
        autoComplete="off"
        spellCheck={false}
        className="h-7 w-48 rounded-control bg-sheet pr-2 pl-7 shadow-[inset_0_0_0_1px_var(--control)] placeholder:text-ink-3 max-md:h-10"
      />
    </form>
  )
}
