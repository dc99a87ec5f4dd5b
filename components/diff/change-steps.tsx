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

/** The file before or after the one that is shown, in the list beside it. */
function fileBeside(by: 1 | -1): HTMLElement | undefined {
  const all = [...document.querySelectorAll<HTMLElement>('[data-file-change]')]
  return all[all.findIndex((link) => link.ariaCurrent === 'true') + by]
}

export interface ChangeStepsProps {
  lines: LineCounts
  /** the runs of changed lines: one alone is in view already, and has no buttons */
  runs: number
}

/**
 * Counts the lines that differ, and steps from change to change by `j` and `k` or by button; from the
 * last one by key to the next file, where files are listed.
 */
export function ChangeSteps({ lines, runs }: ChangeStepsProps) {
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
    if ((event.key !== 'j' && event.key !== 'k') || !isPageKey(event)) return
    event.preventDefault()
    const by = event.key === 'j' ? 1 : -1
    const count = document.querySelectorAll(STARTS).length
    const isAtEnd = count === 0 || (step !== null && step.at === (by === 1 ? count : 1))
    const file = isAtEnd || (by === -1 && step === null) ? fileBeside(by) : undefined
    if (file) {
      setStep(null)
      file.focus({ preventScroll: true })
      file.scrollIntoView({ block: 'nearest' })
      file.click()
    } else go(by)?.focus({ preventScroll: true })
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
      {runs < 2 ? null : (
        <>
          <Button variant="quiet" size="small" aria-keyshortcuts="k" onClick={() => go(-1)}>
            <ChevronUp size={14} aria-hidden /> {t('previous')}
          </Button>
          <Button variant="quiet" size="small" aria-keyshortcuts="j" onClick={() => go(1)}>
            <ChevronDown size={14} aria-hidden /> {t('next')}
          </Button>
          <p role="status" className="text-ink-3 tabular-nums">
            {step === null ? '' : t('at', step)}
          </p>
        </>
      )}
    </>
  )
}
