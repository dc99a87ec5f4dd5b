'use client'

import { useRouter } from 'next/navigation'
import { useEffect, useEffectEvent, useRef, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { plainName } from '@/lib/text/plain-text'

export interface SearchFormProps {
  query: string
  storeId: string | null
  isHistory: boolean
  /** the directory to search; '' for all */
  directory: string
  stores: readonly { id: string; name: string }[]
}

/** Delay after a keystroke before searching. */
const REST_MS = 80

/** Searches as the person types; without a script it is a plain form. */
export function SearchForm(props: SearchFormProps) {
  const { query, storeId, isHistory, directory, stores } = props
  const t = useTranslations('Search')
  const router = useRouter()
  const [isPending, startTransition] = useTransition()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const form = useRef<HTMLFormElement>(null)
  const shown = queryOf({
    q: query,
    store: storeId ?? '',
    history: isHistory ? '1' : '',
    in: directory,
  })

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
      className="flex flex-wrap items-end gap-4"
      onSubmit={(event) => {
        event.preventDefault()
        search(event.currentTarget)
      }}
      onChange={(event) => {
        const changed = event.currentTarget
        clearTimeout(timer.current)
        timer.current = setTimeout(() => search(changed), REST_MS)
      }}
    >
      <label className="min-w-64 flex-1">
        <span className="font-medium">{t('query')}</span>
        <input
          type="search"
          name="q"
          defaultValue={query}
          autoFocus
          autoComplete="off"
          spellCheck={false}
          onKeyDown={(event) => {
            if (event.key !== 'ArrowDown') return
            event.preventDefault()
            document.querySelector<HTMLElement>('[data-hit]')?.focus()
          }}
          className="mt-1 block h-8 w-full rounded-control border border-control bg-sheet px-2"
        />
      </label>
      <label>
        <span className="font-medium">{t('store')}</span>
        <select
          name="store"
          defaultValue={storeId ?? ''}
          className="mt-1 block h-8 max-w-60 rounded-control border border-control bg-sheet px-2"
        >
          <option value="">{t('allStores')}</option>
          {stores.map(({ id, name }) => (
            <option key={id} value={id}>
              {plainName(name)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="font-medium">{t('directory')}</span>
        <input
          name="in"
          defaultValue={directory}
          placeholder="/notes/"
          autoComplete="off"
          spellCheck={false}
          className="mt-1 block h-8 w-40 rounded-control border border-control bg-sheet px-2 font-mono text-sm"
        />
      </label>
      <label className="flex h-8 items-center gap-2">
        <input type="checkbox" name="history" value="1" defaultChecked={isHistory} />
        {t('history')}
      </label>
      <noscript>
        <button type="submit">{t('title')}</button>
      </noscript>
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
