'use client'

import { Select } from '@/components/ui/select'
import { plainName } from '@/lib/text/plain-text'
import type { StoreName } from './store-names'
import { StorePicker } from './store-picker'

export interface StoreChoiceProps {
  label: string
  /** of the choice of none */
  all: string
  /** the stores offered by themselves, and whether there are others */
  offered: { stores: readonly StoreName[]; isPart: boolean }
  chosen: { id: string; name: string } | null
  withArchived: boolean
  onChoose: (store: { id: string; name: string } | null) => void
  /** of the list */
  className?: string
}

/** Chooses one store or all: of a few from a list, of many by name. The label is read out only. */
export function StoreChoice(props: StoreChoiceProps) {
  const { label, all, offered, chosen, withArchived, onChoose, className } = props
  if (offered.isPart) {
    return (
      <StorePicker
        label={label}
        all={all}
        chosen={chosen}
        withArchived={withArchived}
        onChoose={onChoose}
      />
    )
  }
  return (
    <Select
      label={label}
      isLabelHidden
      options={[
        { value: '', label: all },
        ...offered.stores.map(({ id, name }) => ({ value: id, label: plainName(name) })),
      ]}
      value={chosen?.id ?? ''}
      onChoose={(next) => onChoose(offered.stores.find(({ id }) => id === next) ?? null)}
      {...(className === undefined ? {} : { className })}
    />
  )
}
