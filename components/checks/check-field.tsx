'use client'

import { useTranslations } from 'use-intl'
import { Select } from '@/components/ui/select'
import type { Check } from '@/lib/replay/model/check'
import { CHECK_KINDS, checkOf, withWords, wordsOf } from './check-draft'

export interface CheckFieldProps {
  check: Check
  /** whom it asks once a model is to decide */
  model: string
  /** the kinds that it offers: at first those that wait for nobody */
  kinds?: readonly Check['type'][]
  labels: { kind: string; words: string }
  onChange: (check: Check) => void
  /** whether it is what one writes first */
  autoFocus?: boolean
  /** the id of what says whether it holds */
  describedBy?: string
}

/** A check to write: its kind, and its words. */
export function CheckField(props: CheckFieldProps) {
  const { check, model, kinds = CHECK_KINDS, labels, onChange, autoFocus, describedBy } = props
  const t = useTranslations('Check')
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1.5 max-sm:flex-col max-sm:items-stretch">
      <Select
        label={labels.kind}
        isLabelHidden
        className="w-50 shrink-0 max-sm:w-full"
        value={check.type}
        options={kinds.map((type) => ({ value: type, label: t(`kind_${type}`) }))}
        onChoose={(type) => onChange(checkOf(type, wordsOf(check), model))}
      />
      {check.type === 'person' ? null : (
        <input
          aria-label={labels.words}
          aria-describedby={describedBy}
          required
          autoFocus={autoFocus}
          value={wordsOf(check)}
          autoComplete="off"
          onChange={({ target }) => onChange(withWords(check, target.value))}
          className="h-8 min-w-0 flex-1 rounded-control border border-control bg-sheet px-2 max-sm:flex-none"
        />
      )}
    </div>
  )
}
