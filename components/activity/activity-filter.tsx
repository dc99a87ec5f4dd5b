'use client'

import { useRouter } from 'next/navigation'
import { useOptimistic, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { useHydrated } from '@/components/ui/use-hydrated'

export interface ActivityFilterProps {
  stores: readonly { id: string; name: string }[]
  storeId: string | null
  operation: string | null
  sessionId: string | null
}

const OPERATIONS = ['created', 'modified', 'deleted'] as const

/** Which changes are shown; the address holds it. */
export function ActivityFilter({ stores, storeId, operation, sessionId }: ActivityFilterProps) {
  const t = useTranslations('Activity')
  const words = useTranslations('History')
  const search = useTranslations('Search')
  const router = useRouter()
  const isHydrated = useHydrated()
  const [isPending, startTransition] = useTransition()
  // Two choices may follow each other before the page has answered the first.
  const [chosen, setChosen] = useOptimistic({ store: storeId, operation, session: sessionId })
  const choose = (choice: Partial<typeof chosen>) =>
    startTransition(() => {
      const next = { ...chosen, ...choice }
      setChosen(next)
      const address = new URLSearchParams()
      for (const [name, value] of Object.entries(next)) if (value) address.set(name, value)
      router.replace(`/activity?${address}`, { scroll: false })
    })
  const select = 'mt-1 block h-8 max-w-60 rounded-md border border-control bg-surface px-2'
  return (
    <div aria-busy={isPending} className="flex flex-wrap items-end gap-4">
      <label>
        <span className="font-medium">{search('store')}</span>
        <select
          value={chosen.store ?? ''}
          className={select}
          disabled={!isHydrated}
          onChange={({ target }) => choose({ store: target.value })}
        >
          <option value="">{search('allStores')}</option>
          {stores.map(({ id, name }) => (
            <option key={id} value={id}>
              {name}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="font-medium">{t('operation')}</span>
        <select
          value={chosen.operation ?? ''}
          className={select}
          disabled={!isHydrated}
          onChange={({ target }) => choose({ operation: target.value })}
        >
          <option value="">{t('allOperations')}</option>
          {OPERATIONS.map((each) => (
            <option key={each} value={each}>
              {words(each)}
            </option>
          ))}
        </select>
      </label>
      {chosen.session === null ? null : (
        <button
          type="button"
          className="h-8 rounded-md border border-control px-2 font-mono text-xs hover:bg-hover"
          onClick={() => choose({ session: null })}
        >
          {chosen.session} × <span className="sr-only">{t('everySession')}</span>
        </button>
      )}
    </div>
  )
}
