'use client'

import { useEffect, useEffectEvent, useRef } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useSubmitShortcut } from '@/components/ui/use-submit-shortcut'
import { useBoard } from '../board/board-context'
import { focusHunk } from '../board/board-focus'

/**
 * Asks once more before a write is allowed in which something critical was found. No letter answers
 * it, for a letter may be the beginning of a text; it goes when one turns to another hunk.
 */
export function WaitingQuestion({ hunkId }: { hunkId: string }) {
  const { asked } = useBoard()
  return asked === hunkId ? <Question hunkId={hunkId} /> : null
}

function Question({ hunkId }: { hunkId: string }) {
  const t = useTranslations('Approval')
  const { allowAsked, dropQuestion } = useBoard()
  const root = useRef<HTMLDivElement>(null)
  useSubmitShortcut(allowAsked, { disabled: false })
  useEffect(() => {
    // What it returns in newer browsers is no clean-up.
    root.current?.scrollIntoView({ block: 'nearest' })
  }, [])
  const turned = useEffectEvent(({ target }: FocusEvent) => {
    const hunk = target instanceof Element ? target.closest<HTMLElement>('[data-hunk]') : null
    if (hunk && hunk.dataset.hunk !== hunkId) dropQuestion()
  })
  useEffect(() => {
    const listener = (event: FocusEvent) => turned(event)
    document.addEventListener('focusin', listener)
    return () => document.removeEventListener('focusin', listener)
  }, [])
  return (
    <div
      ref={root}
      role="alert"
      className="flex flex-wrap items-center gap-x-3 gap-y-2 border-y border-danger-line bg-danger-bg px-3 py-2 text-removed"
    >
      <p className="min-w-0 flex-1">{t('criticalFound')}</p>
      <Button
        onClick={() => {
          dropQuestion()
          focusHunk(hunkId)
        }}
      >
        {t('back')}
      </Button>
      <Button variant="quiet" onClick={allowAsked}>
        {t('allowAnyway')} <Kbd>⌘↵</Kbd>
      </Button>
    </div>
  )
}
