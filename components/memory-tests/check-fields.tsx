'use client'

import { Plus, X } from 'lucide-react'
import { useTranslations } from 'use-intl'
import type { Check } from '@/lib/replay/model/check'
import { CheckField } from '@/components/checks/check-field'
import { Button } from '@/components/ui/button'

/** A check while it is written; the key tells it from the others. */
export interface CheckDraft {
  key: number
  check: Check
}

export const draftOf = (check: Check, key: number): CheckDraft => ({ key, check })

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
  const change = (key: number, check: Check) =>
    onChange(checks.map((each) => (each.key === key ? { key, check } : each)))
  return (
    <fieldset className="space-y-2">
      <legend className="font-medium">{t('wanted')}</legend>
      {checks.map(({ key, check }, index) => (
        <div key={key} className="flex items-center gap-1.5">
          <CheckField
            check={check}
            model={model}
            labels={{
              kind: t('checkKind', { number: index + 1 }),
              words: t('checkWords', { number: index + 1 }),
            }}
            onChange={(changed) => change(key, changed)}
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
