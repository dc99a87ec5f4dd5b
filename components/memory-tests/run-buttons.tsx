'use client'

import { Play, Square } from 'lucide-react'
import { useState, useTransition } from 'react'
import { useTranslations } from 'use-intl'
import { type ActionResult, whyNot } from '@/components/commands/action-result'
import { useNoAnswer } from '@/components/commands/use-no-answer'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { ErrorNotice } from '@/components/ui/notice'
import { useLetterKey } from '@/components/ui/use-letter-key'
import { runAllTestsAction, runTestAction, stopTestsAction } from './actions'

/** Runs one test now; `price`: what that is likely to cost, in words. */
export function RunTest({
  storeId,
  testId,
  price,
}: {
  storeId: string
  testId: string
  price: string
}) {
  const t = useTranslations('MemoryTests')
  return (
    <Act size="priced" letter="t" work={() => runTestAction({ storeId, testId })}>
      <Play size={14} aria-hidden className="shrink-0" /> {t('run')}
      <span className="text-ink-3">{price}</span>
    </Act>
  )
}

/** Runs all tests of a store; `price`: what that usually costs, in words, told below them, too. */
export function RunAllTests({ storeId, price }: { storeId: string; price: string }) {
  const t = useTranslations('MemoryTests')
  return (
    <Act size="priced" letter="T" work={() => runAllTestsAction({ storeId })}>
      <Play size={14} aria-hidden className="shrink-0" /> {t('runAll')}
      <span className="text-ink-3">{price}</span>
    </Act>
  )
}

/** Stops every run that is under way: they are not run then. */
export function StopTests({ storeId }: { storeId: string }) {
  const t = useTranslations('MemoryTests')
  return (
    <Act letter={null} work={() => stopTestsAction({ storeId })}>
      <Square size={13} aria-hidden /> {t('stop')}
    </Act>
  )
}

function Act({
  size = 'normal',
  letter,
  work,
  children,
}: {
  size?: 'normal' | 'priced'
  /** that does the same; null: none does */
  letter: string | null
  work: () => Promise<ActionResult<unknown>>
  children: React.ReactNode
}) {
  const noAnswer = useNoAnswer()
  const [why, setWhy] = useState<string | null>(null)
  const [isPending, startTransition] = useTransition()
  const act = () => {
    if (isPending) return
    startTransition(async () => setWhy(whyNot(await work().catch(noAnswer))))
  }
  return (
    <>
      {why === null ? null : <ErrorNotice>{why}</ErrorNotice>}
      <Button
        size={size}
        isBusy={isPending}
        onClick={act}
        aria-keyshortcuts={letter === 'T' ? 'Shift+T' : (letter ?? undefined)}
      >
        {children}
        {letter === null ? null : (
          <span aria-hidden className="max-lg:hidden">
            <Kbd>{letter === 'T' ? '⇧T' : letter.toUpperCase()}</Kbd>
          </span>
        )}
      </Button>
      {letter === null ? null : <Key letter={letter} act={act} />}
    </>
  )
}

function Key({ letter, act }: { letter: string; act: () => void }) {
  useLetterKey(letter, act)
  return null
}
