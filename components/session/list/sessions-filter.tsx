import { Archive, Search } from 'lucide-react'
import { Filters } from '@/components/frame/filter'
import { texts } from '@/components/i18n/server-texts'
import { buttonVariants } from '@/components/ui/button'
import { ChoiceMenu } from '@/components/ui/choice-menu'
import { Link } from '@/components/ui/link'
import { SegmentedLinks } from '@/components/ui/segmented'
import { plainName } from '@/lib/text/plain-text'
import { type SessionFilters, SESSION_STATES, sessionsAddress } from './sessions-search'

interface Choice {
  id: string
  name: string
}

export interface SessionsFilterProps {
  asked: SessionFilters
  /** how many are listed */
  rowCount: number
  /** whether there are sessions in other programs */
  hasObserved: boolean
  /** to choose from, the newest first */
  stores: readonly Choice[]
  agents: readonly Choice[]
}

const STATES = {
  waiting: 'Sessions.waits',
  running: 'Sessions.running',
  failed: 'Sessions.failed',
} as const

const states = async () => {
  const t = await texts()
  return SESSION_STATES.map((id) => ({ id, name: t(STATES[id]) }))
}

/** What the list is narrowed to, in words. */
export async function chosenSessions({
  asked,
  stores,
  agents,
}: Pick<SessionsFilterProps, 'asked' | 'stores' | 'agents'>): Promise<string[]> {
  const t = await texts()
  const nameIn = (values: readonly Choice[], id: string | undefined) =>
    id === undefined ? undefined : (values.find((value) => value.id === id)?.name ?? id)
  return [
    asked.q,
    nameIn(stores, asked.store),
    nameIn(agents, asked.agent),
    nameIn(await states(), asked.state),
    asked.of && t(asked.of === 'own' ? 'Sessions.ofOwn' : 'Sessions.ofObserved'),
    asked.show && t('ContextOverview.link'),
  ].flatMap((name) => (name === undefined ? [] : [plainName(name)]))
}

/** Narrows the list of sessions; the address holds what to, and it works without a script. */
export async function SessionsFilter(props: SessionsFilterProps) {
  const { asked, rowCount, hasObserved, stores, agents } = props
  const t = await texts()
  const any = t('Sessions.any')
  const menus = [
    { name: 'store', label: t('Sessions.filterStore'), values: stores },
    { name: 'agent', label: t('Sessions.filterAgent'), values: agents },
    { name: 'state', label: t('Sessions.filterState'), values: await states() },
  ] as const
  const { q, ...others } = asked
  const { archived, show, ...narrowed } = asked
  const isNarrowed = Object.values(narrowed).some((value) => value !== undefined)
  return (
    <Filters
      rowCount={rowCount}
      clearHref={isNarrowed ? sessionsAddress({ archived, show }) : null}
    >
      <form action="/sessions" role="search" className="relative">
        {Object.entries(others).map(([name, value]) =>
          value ? <input key={name} type="hidden" name={name} value={value} /> : null,
        )}
        <Search
          size={14}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-2 -translate-y-1/2 text-ink-3"
        />
        <input
          type="search"
          name="q"
          key={q}
          defaultValue={q}
          aria-label={t('Sessions.filter')}
          placeholder={t('Sessions.filter')}
          autoComplete="off"
          className="h-7 w-52 rounded-control bg-sheet pr-2 pl-7 shadow-[inset_0_0_0_1px_var(--control)] placeholder:text-ink-3 max-md:h-10"
        />
      </form>
      {menus.map(({ name, label, values }) => {
        const chosen = values.find(({ id }) => id === asked[name])
        return (
          <ChoiceMenu
            key={name}
            label={label}
            chosen={chosen ? plainName(chosen.name) : (asked[name] ?? any)}
            isMarked={asked[name] !== undefined}
            choices={[
              {
                href: sessionsAddress({ ...asked, [name]: undefined }),
                label: any,
                isChosen: asked[name] === undefined,
              },
              ...values.map((value) => ({
                href: sessionsAddress({ ...asked, [name]: value.id }),
                label: plainName(value.name),
                isChosen: asked[name] === value.id,
              })),
            ]}
          />
        )
      })}
      {hasObserved ? (
        <SegmentedLinks
          label={t('Sessions.of')}
          segments={([undefined, 'own', 'observed'] as const).map((of) => ({
            href: sessionsAddress({ ...asked, of }),
            label: t(
              of === undefined
                ? 'Sessions.ofAll'
                : of === 'own'
                  ? 'Sessions.ofOwn'
                  : 'Sessions.ofObserved',
            ),
            isCurrent: asked.of === of,
          }))}
        />
      ) : null}
      <SegmentedLinks
        label={t('Sessions.columns')}
        segments={([undefined, 'context'] as const).map((columns) => ({
          href: sessionsAddress({ ...asked, show: columns }),
          label: t(columns === undefined ? 'Sessions.columnChanges' : 'ContextOverview.link'),
          isCurrent: asked.show === columns,
        }))}
      />
      <Link
        href={sessionsAddress({ ...asked, archived: archived === undefined ? '1' : undefined })}
        className={buttonVariants({ variant: 'quiet' })}
      >
        <Archive size={15} strokeWidth={1.75} aria-hidden />
        {t(archived === undefined ? 'Sessions.withArchived' : 'Sessions.withoutArchived')}
      </Link>
    </Filters>
  )
}
