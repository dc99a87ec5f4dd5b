import { useTranslations } from 'use-intl'
import type { VerdictRule } from '@/lib/memory-tests/model/verdict'

export interface VerdictFieldsProps {
  rule: VerdictRule
  /** the rule that stops as soon as the answers tell */
  sequential: VerdictRule
  onChange: (rule: VerdictRule) => void
}

/** How many answers decide: as many as it takes, or so many of so many. */
export function VerdictFields({ rule, sequential, onChange }: VerdictFieldsProps) {
  const t = useTranslations('MemoryTests')
  const isCounted = 'needed' in rule
  return (
    <fieldset className="space-y-1.5">
      <legend>{t('enough')}</legend>
      <label className="flex items-center gap-2">
        <input
          type="radio"
          name="enough"
          checked={!isCounted}
          onChange={() => onChange(sequential)}
        />
        {t('enoughSequential')}
      </label>
      <label className="flex items-center gap-2">
        <input
          type="radio"
          name="enough"
          checked={isCounted}
          onChange={() => onChange({ needed: 4, of: 5 })}
        />
        {t('enoughCounted')}
      </label>
      {isCounted ? (
        <div className="flex gap-4 pl-6">
          <Count
            label={t('needed')}
            value={rule.needed}
            onChange={(needed) => onChange({ needed, of: Math.max(needed, rule.of) })}
          />
          <Count
            label={t('askedFor')}
            value={rule.of}
            onChange={(of) => onChange({ needed: Math.min(rule.needed, of), of })}
          />
        </div>
      ) : null}
    </fieldset>
  )
}

const MAX_ANSWERS = 50

function Count({
  label,
  value,
  onChange,
}: {
  label: string
  value: number
  onChange: (value: number) => void
}) {
  return (
    <label className="flex items-center gap-2 text-ink-2">
      {label}
      <input
        type="number"
        min={1}
        max={MAX_ANSWERS}
        required
        value={value}
        onChange={({ target }) => {
          const number = Math.trunc(target.valueAsNumber)
          if (number >= 1 && number <= MAX_ANSWERS) onChange(number)
        }}
        className="block h-8 w-16 rounded-control border border-control bg-sheet px-2 tabular-nums"
      />
    </label>
  )
}
