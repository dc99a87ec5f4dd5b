'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useEffectEvent, useRef, useTransition } from 'react'
import { Search } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { buttonVariants } from '@/components/ui/button'

export interface SearchFormProps {
  query: string
  /** '' for all */
  storeId: string
  isHistory: boolean
  /** the directory to search; '' for all */
  directory: string
  /** the filters, which may have fields of the form */
  children: ReactNode
}

/** Delay after a keystroke before searching. */
const DEBOUNCE_MS = 80

/** Searches as the person types; without a script it is a plain form. */
export function SearchForm(props: SearchFormProps) {
  const { query, storeId, isHistory, directory, children } = props
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
      onSubmit={(event) => {
        event.preventDefault()
        search(event.currentTarget)
      }}
      onKeyDown={(event) => {
        // In a field that is empty: the letters are the page's keys again.
        const { target } = event
        if (event.key === 'Escape' && target instanceof HTMLInputElement && target.value === '') {
          target.blur()
        }
      }}
      onChange={(event) => {
        const changed = event.currentTarget
        clearTimeout(timer.current)
        timer.current = setTimeout(() => search(changed), DEBOUNCE_MS)
      }}
    >
      <div className="border-b border-line px-5 py-3 max-md:px-4">
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
        <input type="hidden" name="history" value={history} readOnly />
        <input type="hidden" name="store" value={storeId} readOnly />
        <noscript>
          <button type="submit" className={buttonVariants({ variant: 'primary' })}>
            {t('title')}
          </button>
        </noscript>
      </div>
      {children}
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
