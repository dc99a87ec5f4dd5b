'use client'

import { useState } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleLabel } from '@/components/content/visible-label'
import type { OfferedStores } from '@/components/stores/offered-stores'
import type { StoreName } from '@/components/stores/store-names'
import { StorePicker } from '@/components/stores/store-picker'

export interface KeyStoresProps {
  offered: OfferedStores
  chosen: ReadonlySet<string>
  onChoose: (chosen: ReadonlySet<string>) => void
}

/** Chooses the stores to which a key is limited: of those that are offered, and others by their names. */
export function KeyStores({ offered, chosen, onChoose }: KeyStoresProps) {
  const t = useTranslations('ApiKeys')
  const filter = useTranslations('StoreFilter')
  const [found, setFound] = useState<readonly StoreName[]>([])
  const stores = [...offered.stores, ...found]
  if (stores.length === 0) return null
  const toggle = (id: string) => {
    const next = new Set(chosen)
    if (!next.delete(id)) next.add(id)
    onChoose(next)
  }
  const add = (store: StoreName) => {
    if (!stores.some(({ id }) => id === store.id)) setFound([...found, store])
    onChoose(new Set([...chosen, store.id]))
  }
  return (
    <fieldset>
      <legend className="font-medium">{t('limitTo')}</legend>
      <p className="text-xs text-ink-3">
        {chosen.size === 0 ? t('allStores') : t('storeCount', { count: chosen.size })}
      </p>
      <ul className="mt-1 max-h-40 overflow-auto rounded-control border border-control">
        {stores.map(({ id, name }) => (
          <li key={id}>
            <label className="flex min-h-8 cursor-pointer items-center gap-2 px-2 hover:bg-hover">
              <input type="checkbox" checked={chosen.has(id)} onChange={() => toggle(id)} />
              <span className="min-w-0 truncate">
                <VisibleLabel text={name} />
              </span>
            </label>
          </li>
        ))}
      </ul>
      {offered.isPart ? (
        <span className="mt-1 inline-block">
          <StorePicker
            label={filter('another')}
            all={null}
            chosen={null}
            withArchived={false}
            onChoose={(store) => store && add(store)}
          />
        </span>
      ) : null}
    </fieldset>
  )
}
