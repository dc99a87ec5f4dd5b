'use client'

import { type ReactNode, useEffect, useEffectEvent, useRef, useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { ErrorNotice } from '@/components/ui/notice'
import type { ComparedVersions } from './compared-versions'
import { FileFrame } from './file-frame'
import { type ActionResult, notDone } from '@/components/commands/action-result'
import { fileDiffAction } from './actions'

export interface DiffOnDemandProps {
  versions: ComparedVersions
  summary: ReactNode
  /** further content below the summary; without a script, all of it */
  children?: ReactNode
}

/** A changed memory, whose difference is loaded when it is first opened. */
export function DiffOnDemand({ versions, summary, children }: DiffOnDemandProps) {
  const t = useTranslations()
  const [outcome, setOutcome] = useState<ActionResult<ReactNode> | null>(null)
  const [isPending, startTransition] = useTransition()
  const details = useRef<HTMLDetailsElement>(null)
  const ask = () =>
    startTransition(async () => {
      const answer = await fileDiffAction(versions).catch(() => notDone(t('Changes.notLoaded')))
      setOutcome(answer)
    })
  const askOnce = () => {
    if (details.current?.open && !outcome && !isPending) ask()
  }
  // It may have been opened before hydration.
  const atFirst = useEffectEvent(() => askOnce())
  useEffect(() => atFirst(), [])
  return (
    <FileFrame ref={details} summary={summary} aria-busy={isPending} onToggle={askOnce}>
      {isPending ? (
        <p role="status" className="px-4 py-2 text-sm text-ink-3">
          {t('Changes.loading')}
        </p>
      ) : outcome?.isDone === false ? (
        <div className="flex flex-wrap items-center gap-3 px-3 py-1">
          <ErrorNotice>{outcome.why}</ErrorNotice>
          <Button size="small" onClick={ask}>
            {t('App.tryAgain')}
          </Button>
        </div>
      ) : (
        outcome?.value
      )}
      {children}
    </FileFrame>
  )
}
