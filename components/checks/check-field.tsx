'use client'

import { useTranslations } from 'use-intl'
import { Select } from '@/components/ui/select'
import { CHECK_KINDS, checkOf, type FormCheck, withWords, wordsOf } from './check-draft'

export interface CheckFieldProps {
  check: FormCheck
  /** whom it asks once a model is to decide */
  model: string
  labels: { kind: string; words: string }
  onChange: (check: FormCheck) => void
  /** whether it is what one writes first */
  autoFocus?: boolean
  /** the id of what says whether it holds */
  describedBy?: string
}

/** A check to write: its kind, and its words. */
export function CheckField(props: CheckFieldProps) {
  const { check, model, labels, onChange, autoFocus, describedBy } = props
  const t = useTranslations('Check')
  return (
    <div className="flex min-w-0 flex-1 items-center gap-1.5 max-sm:flex-col max-sm:items-stretch">
      <Select
        label={labels.kind}
        isLabelHidden
        className="w-44 shrink-0 max-sm:w-full"
        value={check.type}
        options={CHECK_KINDS.map((type) => ({ value: type, label: t(`kind_${type}`) }))}
        onChoose={(type) => onChange(checkOf(type, wordsOf(check), model))}
      />
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
    </div>
  )
}
