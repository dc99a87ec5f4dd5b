'use client'

import { useTranslations } from 'next-intl'
import { useKey } from '@/components/keys/use-key'
import { useRows } from '@/components/keys/use-rows'

const firstFilter = () => document.querySelector<HTMLElement>('.list-filters button')

/** J, K and Enter over the rows of a list, F to its filters. */
export function ListKeys() {
  const t = useTranslations('Keys')
  useRows()
  useKey('f', t('filter'), () => firstFilter()?.click())
  return null
}
