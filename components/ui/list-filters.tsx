'use client'

import { clsx } from 'clsx'
import Form from 'next/form'
import { useTranslations } from 'next-intl'
import { useEffect, useRef } from 'react'
import { useKey } from '@/components/keys/use-key'
import { fieldLook } from './field-look'
import { Link } from './link'
import { ChoiceMenu } from './menu'

/** What a list can be narrowed to; it stands in the address. */
export interface Filter {
  /** of the parameter */
  name: string
  label: string
  /** the first is what holds at rest, and stands in no address; null: what is written in a field */
  choices: readonly { value: string; label: string }[] | null
  value: string
}

/** The filters above a list. They work without a script; F opens the first. `address`: of the whole list. */
export function ListFilters({ address, filters }: { address: string; filters: readonly Filter[] }) {
  const t = useTranslations('Keys')
  const common = useTranslations('Common')
  const row = useRef<HTMLDivElement>(null)
  useKey('f', t('filter'), () => row.current?.querySelector('button')?.click(), { bar: true })
  const written = filters.find(({ choices }) => choices === null)?.value ?? ''
  useEffect(() => {
    const field = row.current?.querySelector<HTMLInputElement>('[type="search"]')
    // What is typed on while the list is on its way stays.
    if (field && field !== document.activeElement) field.value = written
  }, [written])
  const narrowing = filters.filter(({ value, choices }) => value !== (choices?.[0]?.value ?? ''))
  const hrefWith = (changed: Filter, value: string) => {
    const query = new URLSearchParams(
      narrowing.flatMap((each) => (each === changed ? [] : [[each.name, each.value]])),
    )
    if (value !== changed.choices?.[0]?.value) query.set(changed.name, value)
    return query.size === 0 ? address : `${address}?${query}`
  }
  return (
    <div ref={row} className="flex flex-wrap items-center gap-2 border-b border-line px-4 py-2">
      {filters.map((filter) =>
        filter.choices === null ? (
          <Form key={filter.name} action={address} scroll={false}>
            {narrowing.map(({ name, value }) =>
              name === filter.name ? null : (
                <input key={name} type="hidden" name={name} value={value} />
              ),
            )}
            <input
              type="search"
              name={filter.name}
              aria-label={filter.label}
              placeholder={filter.label}
              defaultValue={filter.value}
              autoComplete="off"
              spellCheck={false}
              className={clsx(fieldLook, 'h-8 w-48 max-md:h-10')}
            />
          </Form>
        ) : (
          <ChoiceMenu
            key={filter.name}
            label={filter.label}
            chosen={
              filter.choices.find(({ value }) => value === filter.value)?.label ?? filter.value
            }
            choices={filter.choices.map(({ value, label }) => ({
              href: hrefWith(filter, value),
              label,
              isChosen: value === filter.value,
            }))}
          />
        ),
      )}
      {narrowing.length > 0 ? (
        <Link href={address} className="px-1 py-1 text-xs text-ink-2 hover:underline max-md:py-3">
          {common('showAll')}
        </Link>
      ) : null}
    </div>
  )
}
