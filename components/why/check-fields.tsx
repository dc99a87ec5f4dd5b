import { useTranslations } from 'next-intl'
import { Choice, Field } from '@/components/ui/field'
import type { Check } from '@/lib/why/check'
import { soughtIn } from './words'

const KINDS = ['contains', 'lacks', 'matches', 'calls', 'judged'] as const

interface CheckFieldsProps {
  check: Check
  /** the model that judges unless another is named */
  model: string
  onChange: (check: Check) => void
}

/** What is looked for: its kind, and what that needs. */
export function CheckFields({ check, model, onChange }: CheckFieldsProps) {
  const t = useTranslations('Why')
  return (
    <div className="flex flex-wrap items-start gap-2">
      <div className="w-36">
        <Choice
          label={t('kindOfCheck')}
          isLabelHidden
          choices={KINDS.map((value) => ({ value, label: t(`kind.${value}`) }))}
          value={check.type}
          onChoose={(type) => onChange(ofKind(type, check, model))}
        />
      </div>
      <div className="grid min-w-48 flex-1 gap-2">
        <Rest check={check} onChange={onChange} />
      </div>
    </div>
  )
}

function Rest({ check, onChange }: Omit<CheckFieldsProps, 'model'>) {
  const t = useTranslations('Why')
  switch (check.type) {
    case 'contains':
    case 'lacks':
      return (
        <Field
          label={t('words')}
          isLabelHidden
          required
          value={check.text}
          maxLength={2_000}
          onChange={({ target }) => onChange({ ...check, text: target.value })}
        />
      )
    case 'matches':
      return (
        <Field
          label={t('pattern')}
          isLabelHidden
          required
          hint={t('patternHint')}
          value={check.pattern}
          maxLength={1_000}
          onChange={({ target }) => onChange({ ...check, pattern: target.value })}
        />
      )
    case 'calls':
      return (
        <>
          <Field
            label={t('tool')}
            isLabelHidden
            required
            value={check.name}
            maxLength={256}
            onChange={({ target }) => onChange({ ...check, name: target.value })}
          />
          <Field
            label={t('inputPattern')}
            hint={t('inputPatternHint')}
            value={check.input_pattern ?? ''}
            maxLength={1_000}
            onChange={({ target: { value } }) => {
              const { input_pattern: _, ...rest } = check
              onChange(value === '' ? rest : { ...rest, input_pattern: value })
            }}
          />
        </>
      )
    case 'judged':
      return (
        <>
          <Field
            label={t('question')}
            isLabelHidden
            required
            hint={t('questionHint')}
            rows={2}
            value={check.question}
            maxLength={2_000}
            onChange={({ target }) => onChange({ ...check, question: target.value })}
          />
          <Field
            label={t('judge')}
            value={check.model}
            maxLength={256}
            onChange={({ target }) => onChange({ ...check, model: target.value })}
          />
        </>
      )
  }
}

/** Another kind with what the one before it was given. */
function ofKind(type: Check['type'], before: Check, model: string): Check {
  const text = before.type === 'calls' ? '' : soughtIn(before)
  switch (type) {
    case 'contains':
    case 'lacks':
      return { type, text }
    case 'matches':
      return { type, pattern: text }
    case 'calls':
      return { type, name: 'memory' }
    case 'judged':
      return { type, question: text, model }
  }
}
