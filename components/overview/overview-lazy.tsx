'use client'

import dynamic from 'next/dynamic'
import type { ComponentProps } from 'react'
import { OverviewTexts } from '@/components/i18n/part-texts'
import type { MapCellsProps } from './map-cells'
import type { SeenRows as Rows } from './seen-rows'

const LazyCells = dynamic(() => import('./map-cells').then((module) => module.MapCells))

/** `MapCells`, loaded with a store's overview and its texts: the page of a memory needs none of it. */
export function MapCells(props: MapCellsProps) {
  return (
    <OverviewTexts>
      <LazyCells {...props} />
    </OverviewTexts>
  )
}

const LazyRows = dynamic(() => import('./seen-rows').then((module) => module.SeenRows))

/** `SeenRows`, loaded with a store's overview and its texts. */
export function SeenRows(props: ComponentProps<typeof Rows>) {
  return (
    <OverviewTexts>
      <LazyRows {...props} />
    </OverviewTexts>
  )
}
