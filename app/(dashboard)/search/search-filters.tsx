import { Filters } from '@/components/frame/filter'
import { texts } from '@/components/i18n/server-texts'
import { StoreFilter, type StoreFilterProps } from '@/components/stores/store-filter'
import { SegmentedLinks } from '@/components/ui/segmented'
import { searchAddress } from './search-address'

export interface SearchFiltersProps {
  /** of the address */
  search: Record<string, string | string[] | undefined>
  chosen: StoreFilterProps['chosen']
  offered: Pick<StoreFilterProps, 'stores' | 'isPart'>
}

/** Narrows a search to a store and a folder, or widens it to all versions. */
export async function SearchFilters({ search, chosen, offered }: SearchFiltersProps) {
  const t = await texts()
  const isHistory = search.history === '1'
  const addressOf = (change: Record<string, null | string>) =>
    searchAddress(search, { limit: null, hit: null, after: null, ...change })
  const isNarrowed = isHistory || chosen !== null || Boolean(search.in)
  return (
    <Filters
      rowCount={0}
      clearHref={isNarrowed ? addressOf({ history: null, store: null, in: null }) : null}
    >
      <SegmentedLinks
        label={t('Search.versions')}
        segments={[
          { href: addressOf({ history: null }), label: t('Search.now'), isCurrent: !isHistory },
          { href: addressOf({ history: '1' }), label: t('Search.history'), isCurrent: isHistory },
        ]}
      />
      <StoreFilter
        label={t('Search.store')}
        all={t('Search.allStores')}
        chosen={chosen}
        {...offered}
        withArchived
        address={addressOf({ store: null })}
      />
      <label className="flex items-center gap-2">
        <span className="text-ink-3">{t('Search.directory')}</span>
        <input
          name="in"
          defaultValue={typeof search.in === 'string' ? search.in : ''}
          placeholder="/notes/"
          autoComplete="off"
          spellCheck={false}
          className="h-7 w-40 rounded-control bg-raised px-2 font-mono text-xs shadow-[inset_0_0_0_1px_var(--control)] placeholder:text-ink-3 max-md:h-9"
        />
      </label>
    </Filters>
  )
}
