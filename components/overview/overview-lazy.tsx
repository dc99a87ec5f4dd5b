'use client'

import dynamic from 'next/dynamic'
import type { ComponentProps } from 'react'
import { OverviewTexts } from '@/components/i18n/part-texts'
import type { SeenRows as Rows } from './seen-rows'

/** `MapKeys`, loaded with a store's overview: the page of a memory needs none of it. */
export const MapKeys = dynamic(() => import('./map-keys').then((module) => module.MapKeys))

const LazyRows = dynamic(() => import('./seen-rows').then((module) => module.SeenRows))

/** `SeenRows`, loaded with a store's overview and its texts. */
export function SeenRows(props: ComponentProps<typeof Rows>) {
  return (
    <OverviewTexts>
      <LazyRows {...props} />
    </OverviewTexts>
  )
}
