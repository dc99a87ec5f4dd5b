'use client'

import { useRouter } from 'next/navigation'
import { type ReactNode, useEffect, useOptimistic, useRef, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import { useHydrated } from '@/components/ui/use-hydrated'
import { plainName } from '@/lib/text/plain-text'

/** The filter in the address; null: all. */
export interface ActivityChoice {
  store: string | null
  operation: string | null
  session: string | null
  actor: string | null
  /** path prefix */
  path: string | null
  since: string | null
}

export interface ActivityFilterProps {
  stores: readonly { id: string; name: string }[]
  chosen: ActivityChoice
  /** of the chosen actor */
  actorName: string | null
}

const OPERATIONS = ['created', 'modified', 'deleted'] as const
const SPANS = ['hour', 'day', 'week', 'month'] as const

/** Delay after a keystroke before filtering by path. */
const REST_MS = 200

/** Filters the changes; the address holds the filter. */
export function ActivityFilter({ stores, chosen: given, actorName }: ActivityFilterProps) {
  const t = useTranslations('Activity')
  const words = useTranslations('History')
  const search = useTranslations('Search')
  const router = useRouter()
  const isHydrated = useHydrated()
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const [isPending, startTransition] = useTransition()
  // A second choice may come before the page has answered the first.
  const [chosen, setChosen] = useOptimistic(given)
  useEffect(() => () => clearTimeout(timer.current), [])
  const choose = (choice: Partial<ActivityChoice>) =>
    startTransition(() => {
      const next = { ...chosen, ...choice }
      setChosen(next)
      const address = new URLSearchParams()
      for (const [name, value] of Object.entries(next)) if (value) address.set(name, value)
      router.replace(`/activity?${address}`, { scroll: false })
    })
  const select = 'mt-1 block h-8 max-w-60 rounded-control border border-control bg-sheet px-2'
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
              {plainName(name)}
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
      <label>
        <span className="font-medium">{t('since')}</span>
        <select
          value={chosen.since ?? ''}
          className={select}
          disabled={!isHydrated}
          onChange={({ target }) => choose({ since: target.value })}
        >
          <option value="">{t('ever')}</option>
          {SPANS.map((each) => (
            <option key={each} value={each}>
              {t(each)}
            </option>
          ))}
        </select>
      </label>
      <label>
        <span className="font-medium">{t('path')}</span>
        <input
          type="search"
          defaultValue={given.path ?? ''}
          placeholder="/notes/"
          disabled={!isHydrated}
          className="mt-1 block h-8 w-48 rounded-control border border-control bg-sheet px-2 font-mono text-sm"
          onChange={({ target }) => {
            clearTimeout(timer.current)
            timer.current = setTimeout(() => choose({ path: target.value }), REST_MS)
          }}
        />
      </label>
      {chosen.session === null ? null : (
        <Chip label={t('everySession')} onRemove={() => choose({ session: null })}>
          <span className="font-mono">
            <VisibleLabel text={chosen.session} />
          </span>
        </Chip>
      )}
      {chosen.actor === null ? null : (
        <Chip label={t('everyActor')} onRemove={() => choose({ actor: null })}>
          <VisibleLabel text={actorName ?? chosen.actor} />
        </Chip>
      )}
    </div>
  )
}

/** A chosen filter; pressing it removes it. */
function Chip({
  label,
  onRemove,
  children,
}: {
  label: string
  onRemove: () => void
  children: ReactNode
}) {
  return (
    <button
      type="button"
      className="h-8 rounded-control border border-control px-2 text-xs hover:bg-hover"
      onClick={onRemove}
    >
      {children} × <span className="sr-only">{label}</span>
    </button>
  )
}
