'use client'

import { Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Select } from '@/components/ui/select'
import type { Check } from '@/lib/replay/model/check'

/** The checks that a test can make: no person is waited for. */
export type FormCheck = Exclude<Check, { type: 'person' }>

/** A check while it is written; the key tells it from the others. */
export interface CheckDraft {
  key: number
  check: FormCheck
}

const KINDS: readonly FormCheck['type'][] = ['contains', 'lacks', 'calls', 'matches', 'judged']

export const draftOf = (check: FormCheck, key: number): CheckDraft => ({ key, check })

/** What a test's answers must pass: all of it. */
export function CheckFields({
  checks,
  model,
  onChange,
}: {
  checks: readonly CheckDraft[]
  /** whom a new check asks that a model decides */
  model: string
  onChange: (checks: readonly CheckDraft[]) => void
}) {
  const t = useTranslations('MemoryTests')
  const change = (key: number, check: FormCheck) =>
    onChange(checks.map((each) => (each.key === key ? { key, check } : each)))
  return (
    <fieldset className="space-y-2">
      <legend className="font-medium">{t('wanted')}</legend>
      {checks.map(({ key, check }, index) => (
        <div key={key} className="flex items-center gap-1.5">
          <Select
            label={t('checkKind', { number: index + 1 })}
            isLabelHidden
            className="w-44 shrink-0 max-md:w-36"
            value={check.type}
            options={KINDS.map((type) => ({ value: type, label: t(`kind_${type}`) }))}
            onChoose={(type) => change(key, checkOf(type, wordsOf(check), model))}
          />
          <input
            aria-label={t('checkWords', { number: index + 1 })}
            required
            value={wordsOf(check)}
            autoComplete="off"
            onChange={({ target }) => change(key, withWords(check, target.value))}
            className="h-8 min-w-0 flex-1 rounded-control border border-control bg-sheet px-2"
          />
          {checks.length === 1 ? null : (
            <Button
              variant="quiet"
              size="icon"
              aria-label={t('removeCheck', { number: index + 1 })}
              onClick={() => onChange(checks.filter((each) => each.key !== key))}
            >
              <X size={14} aria-hidden />
            </Button>
          )}
        </div>
      ))}
      <Button
        variant="quiet"
        size="small"
        onClick={() => {
          const key = Math.max(-1, ...checks.map((each) => each.key)) + 1
          onChange([...checks, { key, check: { type: 'contains', text: '' } }])
        }}
      >
        <Plus size={13} aria-hidden /> {t('addCheck')}
      </Button>
      <p className="text-xs text-ink-3">{t('folded')}</p>
    </fieldset>
  )
}

function wordsOf(check: FormCheck): string {
  switch (check.type) {
    case 'contains':
    case 'lacks':
      return check.text
    case 'matches':
      return check.pattern
    case 'calls':
      return check.name
    case 'judged':
      return check.question
  }
}

function checkOf(type: FormCheck['type'], words: string, model: string): FormCheck {
  switch (type) {
    case 'contains':
    case 'lacks':
      return { type, text: words }
    case 'matches':
      return { type, pattern: words }
    case 'calls':
      return { type, name: words }
    case 'judged':
      return { type, question: words, model }
  }
}

/** The same check of other words; what else it has stays. */
function withWords(check: FormCheck, words: string): FormCheck {
  switch (check.type) {
    case 'calls':
      return { ...check, name: words }
    case 'judged':
      return { ...check, question: words }
    default:
      return checkOf(check.type, words, '')
  }
}
