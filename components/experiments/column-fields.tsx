'use client'

import { useTranslations } from 'use-intl'
import { Select } from '@/components/ui/select'
import type { ToolSet } from '@/lib/agent/session-settings'

/** What columns can be made of. */
export interface ColumnSources {
  /** named moments of the store, the newest first */
  moments: readonly { sequence: number; name: string }[]
  branches: readonly { id: string; name: string }[]
  models: readonly { id: string; name: string }[]
  toolSets: readonly { id: ToolSet; name: string }[]
  /** the store's last change */
  last: number
}

/** A column while it is chosen; the key tells it from the others. */
export interface ColumnDraft {
  key: number
  /** `now`, `change`, `at:` with a change, or `branch:` with a store's id */
  place: string
  /** the number, where the place is `change` */
  change: string
  /** '': each test's own */
  model: string
  /** '': each test's own */
  access: '' | 'read_write' | 'read_only'
  /** '': each test's own */
  instructions: string
  /** '': each test's own */
  toolSet: '' | ToolSet
}

export interface ColumnProps {
  column: ColumnDraft
  /** from 1 */
  number: number
  sources: ColumnSources
  onChange: (column: ColumnDraft) => void
}

/** Which memory a column has, of which moment, and which model is asked. */
export function ColumnFields({ column, number, sources, onChange }: ColumnProps) {
  const t = useTranslations('Experiments')
  const places = [
    { value: 'now', label: t('placeNow') },
    ...sources.moments.map(({ sequence, name }) => ({ value: `at:${sequence}`, label: name })),
    { value: 'change', label: t('placeChange') },
    ...sources.branches.map(({ id, name }) => ({
      value: `branch:${id}`,
      label: t('placeBranch', { name }),
    })),
  ]
  const models = [
    { value: '', label: t('ownModel') },
    ...sources.models.map(({ id, name }) => ({ value: id, label: name })),
  ]
  return (
    <>
      <span className="w-5 pb-1 text-right text-xs text-ink-3 tabular-nums">{number}</span>
      <Select
        label={t('place', { number })}
        isLabelHidden
        className="min-w-0 flex-1 max-md:basis-44"
        value={column.place}
        options={places}
        onChoose={(place) => onChange({ ...column, place })}
      />
      {column.place === 'change' ? (
        <input
          aria-label={t('changeOf', { number })}
          type="number"
          required
          min={1}
          max={sources.last}
          value={column.change}
          onChange={({ target }) => onChange({ ...column, change: target.value })}
          className="h-7 w-24 rounded-control border border-control bg-sheet px-2 tabular-nums"
        />
      ) : null}
      <Select
        label={t('modelOf', { number })}
        isLabelHidden
        className="w-48 shrink-0 max-md:w-36"
        value={column.model}
        options={models}
        onChoose={(model) => onChange({ ...column, model })}
      />
    </>
  )
}
