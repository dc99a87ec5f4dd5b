'use client'

import { useTranslations } from 'next-intl'
import { useRef } from 'react'
import { useKey } from '@/components/keys/use-key'
import { Link } from './link'
import { ChoiceMenu } from './menu'

/** What a list can be narrowed to; it stands in the address. */
export interface Filter {
  /** of the parameter */
  name: string
  label: string
  /** the first is what holds at rest, and stands in no address */
  choices: readonly { value: string; label: string }[]
  value: string
}

/** The filters above a list. They work without a script; F opens the first. `address`: of the whole list. */
export function ListFilters({ address, filters }: { address: string; filters: readonly Filter[] }) {
  const t = useTranslations('Keys')
  const common = useTranslations('Common')
  const row = useRef<HTMLDivElement>(null)
  useKey('f', t('filter'), () => row.current?.querySelector('button')?.click(), { bar: true })
  const hrefWith = (changed: Filter, value: string) => {
    const query = new URLSearchParams()
    for (const filter of filters) {
      const now = filter === changed ? value : filter.value
      if (now !== filter.choices[0]?.value) query.set(filter.name, now)
    }
    return query.size === 0 ? address : `${address}?${query}`
  }
  const isNarrowed = filters.some(({ value, choices }) => value !== choices[0]?.value)
  return (
    <div ref={row} className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      {filters.map((filter) => (
        <ChoiceMenu
          key={filter.name}
          label={filter.label}
          chosen={filter.choices.find(({ value }) => value === filter.value)?.label ?? filter.value}
          choices={filter.choices.map(({ value, label }) => ({
            href: hrefWith(filter, value),
            label,
            isChosen: value === filter.value,
          }))}
        />
      ))}
      {isNarrowed ? (
        <Link href={address} className="px-1 text-xs text-ink-2 hover:underline">
          {common('showAll')}
        </Link>
      ) : null}
    </div>
  )
}
