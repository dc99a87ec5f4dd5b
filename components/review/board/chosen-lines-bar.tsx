'use client'

import { useEffect } from 'react'
import { useTranslations } from 'use-intl'
import { Button } from '@/components/ui/button'
import { Kbd } from '@/components/ui/kbd'
import { useBoard } from './board-context'
import { elementOf } from './board-focus'
import { chosenRows } from './line-choice'

/** Marks the lines chosen in a hunk, and has the buttons to decide them. */
export function ChosenLinesBar({ hunkId }: { hunkId: string }) {
  const t = useTranslations('Review')
  const { choice, choose, decideLines } = useBoard()
  const isHere = choice?.hunkId === hunkId
  useEffect(() => {
    const hunk = elementOf(hunkId)
    if (!hunk || choice?.hunkId !== hunkId) return
    const rows = chosenRows(hunk, choice)
    for (const row of rows) row.dataset.chosen = ''
    rows.at(-1)?.scrollIntoView({ block: 'nearest' })
    return () => {
      for (const row of rows) delete row.dataset.chosen
    }
  }, [choice, hunkId])
  if (!isHere) return null
  const count = Math.abs(choice.to - choice.from) + 1
  return (
    <div className="flex flex-wrap items-center gap-2 border-t border-line bg-well px-3 py-2">
      <p role="status" className="mr-2">
        {t('linesChosen', { count })} <Kbd>J</Kbd> <Kbd>K</Kbd>
      </p>
      <Button size="small" onClick={() => decideLines('accepted')}>
        {t('keepLines')} <Kbd>A</Kbd>
      </Button>
      <Button variant="quiet-danger" size="small" onClick={() => decideLines('rejected')}>
        {t('revertLines')} <Kbd>R</Kbd>
      </Button>
      <Button variant="quiet" size="small" className="ml-auto" onClick={() => choose(null)}>
        {t('editCancel')} <Kbd>Esc</Kbd>
      </Button>
    </div>
  )
}
