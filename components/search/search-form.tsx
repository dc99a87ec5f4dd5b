'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useTransition } from 'react'
import { Search } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { StoreFilter, type StoreFilterProps } from '@/components/stores/store-filter'
import { buttonVariants } from '@/components/ui/button'
import { SegmentedLinks } from '@/components/ui/segmented'

export interface SearchFormProps {
  query: string
  chosen: { id: string; name: string } | null
  isHistory: boolean
  /** the directory to search; '' for all */
  directory: string
  offered: Pick<StoreFilterProps, 'stores' | 'isPart'>
  /** the same search of what is there now, and of all versions */
  nowAddress: string
  historyAddress: string
}

const FIELD =
  'h-7 rounded-control bg-raised px-2 shadow-[inset_0_0_0_1px_var(--control)] max-md:h-9'

/** Delay after a keystroke before searching. */
const DEBOUNCE_MS = 80

/** Searches as the person types; without a script it is a plain form. */
export function SearchForm(props: SearchFormProps) {
  const { query, chosen, isHistory, directory, offered, nowAddress, historyAddress } = props
  const storeId = chosen?.id ?? ''
  const t = useTranslations('Search')
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const form = useRef<HTMLFormElement>(null)
  const history = isHistory ? '1' : ''
  const shown = queryOf({ q: query, store: storeId, history, in: directory })
  const search = (of: HTMLFormElement) => {
    const asked = queryOf(Object.fromEntries(new FormData(of)))
    if (asked !== shown)
      startTransition(() => router.replace(`/search?${asked}`, { scroll: false }))
  }
  const atFirst = useEffectEvent(() => {
    if (form.current) search(form.current)
  })
  useEffect(() => {
    // What was typed before hydration.
    atFirst()
    return () => clearTimeout(timer.current)
  }, [])
  return (
    <form
      ref={form}
      action="/search"
      role="search"
      aria-busy={isPending}
      className="border-b border-line px-5 py-3 max-md:px-4"
      onSubmit={(event) => {
        event.preventDefault()
        search(event.currentTarget)
      }}
      onChange={(event) => {
        const changed = event.currentTarget
        clearTimeout(timer.current)
        timer.current = setTimeout(() => search(changed), DEBOUNCE_MS)
      }}
    >
      <div className="relative">
        <Search
          size={16}
          aria-hidden
          className="pointer-events-none absolute top-1/2 left-3 -translate-y-1/2 text-ink-3"
        />
        <input
          type="search"
          name="q"
          aria-label={t('query')}
          placeholder={t('placeholder')}
          defaultValue={query}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            document.querySelector<HTMLElement>('[data-hit]')?.focus()
          }}
          className="h-10 w-full rounded-card bg-sheet pr-3 pl-9 text-lead shadow-[inset_0_0_0_1px_var(--control)] placeholder:text-ink-3 focus:outline-offset-[-1px]"
        />
      </div>
      <div className="mt-2.5 flex flex-wrap items-center gap-x-4 gap-y-2">
        <SegmentedLinks
          label={t('versions')}
          segments={[
            { href: nowAddress, label: t('now'), isCurrent: !isHistory },
            { href: historyAddress, label: t('history'), isCurrent: isHistory },
          ]}
        />
        <input type="hidden" name="history" value={isHistory ? '1' : ''} readOnly />
        <input type="hidden" name="store" value={storeId} readOnly />
        <StoreFilter
          label={t('store')}
          all={t('allStores')}
          chosen={chosen}
          {...offered}
          withArchived
          address={`/search?${queryOf({ q: query, history, in: directory })}`}
        />
        <label className="flex items-center gap-2">
          <span className="text-ink-3">{t('directory')}</span>
          <input
            name="in"
            defaultValue={directory}
            placeholder="/notes/"
            autoComplete="off"
            spellCheck={false}
            className={`${FIELD} w-40 font-mono text-xs placeholder:text-ink-3`}
          />
        </label>
        <noscript>
          <button type="submit" className={buttonVariants({ variant: 'primary' })}>
            {t('title')}
          </button>
        </noscript>
      </div>
    </form>
  )
}

/** The query string for an address. */
function queryOf(form: Record<string, FormDataEntryValue>): string {
  const address = new URLSearchParams()
  for (const name of ['q', 'store', 'history', 'in']) {
    const value = form[name]
    if (typeof value === 'string' && value !== '') address.set(name, value)
  }
  return address.toString()
}
