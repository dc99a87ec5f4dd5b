'use client'

import { useId } from 'react'
import { useTranslations } from 'use-intl'
import { Select } from '@/components/ui/select'
import type { ColumnProps } from './column-fields'

const ACCESS = ['read_write', 'read_only'] as const

/** How a column's agent is set in place of what each test says, folded away: few columns differ by it. */
export function ColumnSettings({ column, number, sources, onChange }: ColumnProps) {
  const t = useTranslations('Experiments')
  const id = useId()
  const toolSet = sources.toolSets.find((each) => each.id === column.toolSet)
  const set = [
    ...(column.instructions.trim() === '' ? [] : [t('colInstructions')]),
    ...(toolSet ? [toolSet.name] : []),
    ...(column.access === '' ? [] : [t(`access_${column.access}`)]),
  ]
  return (
    <details className="group ml-6.5">
      <summary className="w-fit max-w-full cursor-pointer rounded-mark text-xs text-ink-3 hover:text-ink">
        <span aria-hidden>{t('more')}</span>
        <span className="sr-only">{t('moreOf', { number })}</span>
        {set.length === 0 ? null : (
          <span className="text-ink-2 group-open:hidden"> · {set.join(' · ')}</span>
        )}
      </summary>
      <div className="mt-2 mb-3 space-y-2">
        <div>
          <label htmlFor={id}>{t('instructionsOf', { number })}</label>
          <textarea
            id={id}
            rows={3}
            maxLength={20_000}
            value={column.instructions}
            aria-describedby={`${id}-hint`}
            onChange={({ target }) => onChange({ ...column, instructions: target.value })}
            className="mt-1 block w-full rounded-control border border-control bg-sheet px-2 py-1.5"
          />
          <p id={`${id}-hint`} className="mt-1 text-xs text-ink-3">
            {t('instructionsHint')}
          </p>
        </div>
        <div className="flex flex-wrap gap-1.5">
          <Select
            label={t('toolsOf', { number })}
            isLabelHidden
            className="w-72 max-w-full"
            value={column.toolSet}
            options={[
              { value: '' as const, label: t('ownTools') },
              ...sources.toolSets.map((each) => ({ value: each.id, label: each.name })),
            ]}
            onChoose={(toolSet) => onChange({ ...column, toolSet })}
          />
          <Select
            label={t('accessOf', { number })}
            isLabelHidden
            className="w-56 max-w-full"
            value={column.access}
            options={[
              { value: '' as const, label: t('ownAccess') },
              ...ACCESS.map((value) => ({ value, label: t(`access_${value}`) })),
            ]}
            onChoose={(access) => onChange({ ...column, access })}
          />
        </div>
      </div>
    </details>
  )
}
