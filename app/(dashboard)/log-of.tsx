import { getNow, getTranslations } from 'next-intl/server'
import { Cache } from '@/components/frame/cache'
import { PageTexts } from '@/components/i18n/texts'
import { beginningOf, isNarrowed, LogFilters, logSearchIn } from '@/components/log/filters'
import { Log } from '@/components/log/log'
import { FOLDED } from '@/components/log/words'
import { numbersOf } from '@/lib/live/live'
import { namesByLastChange } from '@/lib/store/last-changes'
import { sumsSince } from '@/lib/store/log'
import { logEntries } from '@/lib/store/log-entries'

/** Entries of a page. */
const SHOWN = 50

export interface LogOfProps {
  /** of the page on which it stands */
  address: string
  params: Readonly<Record<string, string | string[] | undefined>>
  /** the store whose page it is; null: it is of all */
  storeId: string | null
}

/** What everybody did, in all stores or in the one whose page it stands on. */
export async function LogOf({ address, params, storeId }: LogOfProps) {
  const t = await getTranslations('Log')
  const now = await getNow()
  const search = logSearchIn(params)
  const chosen = storeId ?? search.store
  const topic = chosen === '' ? 'stores' : (`store:${chosen}` as const)
  // Before it is read, so that nothing is passed over.
  const at = (await numbersOf([topic])).get(topic) ?? 0
  const one = (name: string) => (typeof params[name] === 'string' ? params[name] : undefined)
  const { entries, older } = await logEntries({
    storeId: chosen || undefined,
    by: search.by || undefined,
    path: search.path || undefined,
    from: search.period === 'all' ? undefined : beginningOf(search.period, now),
    after: one('after'),
    unfolded: one('unfolded'),
    limit: SHOWN,
    each: FOLDED,
  })
  const named = storeId === null ? await namesByLastChange(search.store) : null
  const query = new URLSearchParams(
    Object.entries({
      ...search,
      after: one('after') ?? '',
      unfolded: one('unfolded') ?? '',
    }).filter(([, value]) => value !== '' && value !== 'all'),
  )
  const isOfAll = search.store === '' && !isNarrowed(search)
  // What happened, in a sentence: in the time that was chosen, else in a week.
  const period = search.period === 'all' ? 'week' : search.period
  const isSummed = entries.length > 0 && `${search.by}${search.path}` === '' && !query.has('after')
  const sums = isSummed ? await sumsSince(beginningOf(period, now), chosen || undefined) : undefined
  return (
    <PageTexts of={['Flags', 'Log', 'Plan']}>
      {entries.length > 0 || !isOfAll ? (
        <LogFilters
          address={address}
          search={search}
          stores={named}
          writers={entries.flatMap(({ by }) => by ?? [])}
        />
      ) : null}
      {sums === undefined ? null : (
        <p className="px-4 pt-5 text-title font-semibold">
          {t(sums ? 'sums' : 'tooMuch', { ...sums, period })}
        </p>
      )}
      <Cache>
        <Log
          key={String(query)}
          entries={entries}
          older={older}
          address={query.size === 0 ? address : `${address}?${query}`}
          isOfStore={storeId !== null}
          isNarrowed={isNarrowed(search)}
          topic={topic}
          at={at}
          now={now}
        />
      </Cache>
    </PageTexts>
  )
}
