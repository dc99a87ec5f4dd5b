'use client'

import { useTranslations } from 'use-intl'
import { SegmentedChoice } from '@/components/ui/segmented'
import type { Direction } from '@/lib/connect/model/connection'

export interface DirectionChoiceProps {
  /** of the group of radio buttons, unique on the page */
  name: string
  value: Direction
  onChoose: (direction: Direction) => void
}

export function DirectionChoice({ name, value, onChoose }: DirectionChoiceProps) {
  const t = useTranslations('Folders')
  return (
    <SegmentedChoice<Direction>
      name={name}
      legend={t('direction')}
      choices={[
        { value: 'read', label: t('onlyRead') },
        { value: 'two_way', label: t('bothWays') },
      ]}
      value={value}
      onChoose={onChoose}
    />
  )
}
