import { Search } from 'lucide-react'
import { texts } from '@/components/i18n/server-texts'
import { ChoiceMenu } from '@/components/ui/choice-menu'
import { plainName } from '@/lib/text/plain-text'
import { type SessionFilters, SESSION_STATES, sessionsAddress } from './sessions-search'

export interface SessionsFilterProps {
  asked: SessionFilters
  /** to choose from, the newest first */
  stores: readonly { id: string; name: string }[]
  agents: readonly { id: string; name: string }[]
}

/** Narrows the list of sessions; the address holds what to, and it works without a script. */
export async function SessionsFilter({ asked, stores, agents }: SessionsFilterProps) {
  const t = await texts()
  const any = t('Sessions.any')
  const choicesOf = (
    name: 'store' | 'agent' | 'state',
    values: readonly { id: string; name: string }[],
  ) => [
    { href: sessionsAddress({ ...asked, [name]: undefined }), label: any, isChosen: !asked[name] },
    ...values.map((value) => ({
      href: sessionsAddress({ ...asked, [name]: value.id }),
      label: plainName(value.name),
      isChosen: asked[name] === value.id,
    })),
  ]
  const nameOf = (values: readonly { id: string; name: string }[], id: string | undefined) =>
    id === undefined ? any : plainName(values.find((value) => value.id === id)?.name ?? id)
  const states = SESSION_STATES.map((id) => ({ id, name: t(`Sessions.group_${id}`) }))
  const { q, ...others } = asked
  return (
    <div className="flex min-h-11 flex-wrap items-center gap-2 border-b border-line px-4 py-2">
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
      <ChoiceMenu
        label={t('Sessions.filterStore')}
        chosen={nameOf(stores, asked.store)}
        isMarked={asked.store !== undefined}
        choices={choicesOf('store', stores)}
      />
      <ChoiceMenu
        label={t('Sessions.filterAgent')}
        chosen={nameOf(agents, asked.agent)}
        isMarked={asked.agent !== undefined}
        choices={choicesOf('agent', agents)}
      />
      <ChoiceMenu
        label={t('Sessions.filterState')}
        chosen={nameOf(states, asked.state)}
        isMarked={asked.state !== undefined}
        choices={choicesOf('state', states)}
      />
    </div>
  )
}
