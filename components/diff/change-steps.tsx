'use client'

import { ChevronDown, ChevronUp } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { isPageKey } from '@/components/ui/page-key'
import type { LineCounts } from '@/lib/text/text-diff'
import { ChangedLines } from './changed-lines'

/** Marks the beginning of a change in a difference that is shown as text. */
const STARTS = '[data-change-start]'

/** Counts the lines that differ, and steps from change to change by `n` and `p` or by button. */
export function ChangeSteps({ lines }: { lines: LineCounts }) {
  const t = useTranslations('Diff')
  const [step, setStep] = useState<{ at: number; count: number } | null>(null)
  const go = (by: 1 | -1): HTMLElement | undefined => {
    const all = [...document.querySelectorAll<HTMLElement>(STARTS)]
    const count = all.length
    if (count === 0) return undefined
    const at = step === null ? (by === 1 ? 1 : count) : ((step.at - 1 + by + count) % count) + 1
    setStep({ at, count })
    all[at - 1]?.scrollIntoView({ block: 'center' })
    return all[at - 1]
  }
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if ((event.key !== 'n' && event.key !== 'p') || !isPageKey(event)) return
    event.preventDefault()
    go(event.key === 'n' ? 1 : -1)?.focus({ preventScroll: true })
  })
  useEffect(() => {
    const listener = (event: KeyboardEvent) => onKey(event)
    window.addEventListener('keydown', listener)
    return () => window.removeEventListener('keydown', listener)
  }, [])
  if (lines.added + lines.removed === 0) return null
  return (
    <>
      <ChangedLines lines={lines} />
      <Button variant="quiet" size="small" aria-keyshortcuts="p" onClick={() => go(-1)}>
        <ChevronUp size={14} aria-hidden /> {t('previous')}
      </Button>
      <Button variant="quiet" size="small" aria-keyshortcuts="n" onClick={() => go(1)}>
        <ChevronDown size={14} aria-hidden /> {t('next')}
      </Button>
      <p role="status" className="text-ink-3 tabular-nums">
        {step === null ? '' : t('at', step)}
      </p>
    </>
  )
}
