'use client'

import { Check } from 'lucide-react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useBoard } from './board-context'

/** Keeps everything that needs no reading. */
export function AcceptRoutine() {
  const t = useTranslations('Review')
  const { all, decisionOf, acceptRoutine } = useBoard()
  const open = all.filter((hunk) => hunk.isRoutine && decisionOf(hunk) === null).length
  if (open === 0) return null
  return (
    <Button size="small" onClick={acceptRoutine}>
      <Check size={14} aria-hidden /> {t('keepRoutine', { count: open })} <Kbd>⇧A</Kbd>
    </Button>
  )
}
