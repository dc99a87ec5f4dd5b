import { ChevronDown, ChevronUp } from 'lucide-react'
import { useTranslations } from 'next-intl'
import { useState } from 'react'
import { useKey } from '@/components/keys/use-key'
import { Button } from '@/components/ui/button'

/** Marks a run of changed lines, see `Lines`. */
const CHANGES = '.lines [data-block="change"]'

/** Steps from change to change of the difference on the page, by J and K or by button. */
export function DiffSteps() {
  const t = useTranslations('Lines')
  const [step, setStep] = useState<{ at: number; count: number } | null>(null)
  const go = (by: 1 | -1) => {
    const all = [...document.querySelectorAll<HTMLElement>(CHANGES)]
    const from = step?.at ?? (by === 1 ? 0 : 1)
    const at = ((from - 1 + by + all.length) % all.length) + 1
    const change = all[at - 1]
    if (!change) return
    setStep({ at, count: all.length })
    change.tabIndex = -1
    change.focus({ preventScroll: true })
    change.scrollIntoView({ block: 'center' })
  }
  useKey('j', t('next'), () => go(1), { bar: true })
  useKey('k', t('previous'), () => go(-1), { bar: true })
  return (
    <span className="flex items-center gap-0.5">
      <Button label={t('previous')} onClick={() => go(-1)} Icon={ChevronUp} />
      <Button label={t('next')} onClick={() => go(1)} Icon={ChevronDown} />
      <span role="status" className="text-xs text-ink-3 tabular-nums">
        {step === null ? '' : t('at', step)}
      </span>
    </span>
  )
}
