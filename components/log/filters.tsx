import { useTranslations } from 'next-intl'
import { type Filter, ListFilters } from '@/components/ui/list-filters'
import { useActorInFull } from '@/components/ui/actor-mark'
import { DAY_MS } from '@/lib/text/short-age'
import { plainName } from '@/lib/text/visible-text'
import type { Writer } from '@/lib/store/model/actor'

/** Days back. */
const PERIODS = { day: 1, week: 7, month: 30 } as const

type Period = keyof typeof PERIODS

export interface LogSearch {
  store: string
  by: string
  path: string
  period: Period | 'all'
}

type Params = Readonly<Record<string, string | string[] | undefined>>

/** What an address narrows the log to. */
export function logSearchIn(params: Params): LogSearch {
  const one = (name: string) => (typeof params[name] === 'string' ? params[name] : '')
  const period = Object.keys(PERIODS).find((each) => each === params.period)
  return {
    store: one('store'),
    by: one('by'),
    path: one('path').slice(0, 1_024),
    period: (period ?? 'all') as LogSearch['period'],
  }
}

export const isNarrowed = ({ by, path, period }: LogSearch): boolean =>
  by !== '' || path !== '' || period !== 'all'

/** The time from which on is meant. */
export const beginningOf = (period: Period, now: Date): Date =>
  new Date(now.getTime() - PERIODS[period] * DAY_MS)

export interface LogFiltersProps {
  address: string
  search: LogSearch
  /** to choose from; null: the page is of one */
  stores: readonly { id: string; name: string }[] | null
  /** who is to be seen, and who is chosen */
  writers: readonly Writer[]
}

/** By store, writer, time and path. */
export function LogFilters({ address, search, stores, writers }: LogFiltersProps) {
  const t = useTranslations('Log')
  const nameOf = useActorInFull()
  const named = new Map(
    writers.map((writer) => [writer.sessionId ?? writer.id, plainName(nameOf(writer))]),
  )
  if (search.by !== '' && !named.has(search.by)) named.set(search.by, search.by)
  const any = [{ value: '', label: t('any') }]
  const filter = (name: keyof LogSearch, choices: Filter['choices']): Filter => ({
    name,
    label: t(name),
    value: search[name],
    choices,
  })
  const ofStores = stores?.map(({ id, name }) => ({ value: id, label: plainName(name) }))
  const ofWriters = [...named].map(([value, label]) => ({ value, label }))
  const periods = (['all', 'day', 'week', 'month'] as const).map((value) => ({
    value,
    label: t(`period_${value}`),
  }))
  return (
    <ListFilters
      address={address}
      filters={[
        ...(ofStores ? [filter('store', [...any, ...ofStores])] : []),
        filter('by', [...any, ...ofWriters]),
        filter('period', periods),
        filter('path', null),
      ]}
    />
  )
}
