'use client'

import { memo } from 'react'
import { isAlike, lazyHtml } from '@/components/content/lazy-html'
import { pairedHtml, type RowWords, type SentRow } from './sent-rows'

export interface PairedRunProps {
  /** unchanged lines, or removed ones with those that took their place */
  rows: readonly SentRow[]
  words: RowWords
}

/** A run of lines of a `PairedDiff`, which come as data: see `DiffBodies`. */
export const PairedRun = memo(function PairedRun({ rows, words }: PairedRunProps) {
  const isSame = rows[0]?.[0] === 0
  return (
    <div
      role="presentation"
      className={isSame ? undefined : 'paired-run'}
      dangerouslySetInnerHTML={lazyHtml(() => pairedHtml(rows, words))}
    />
  )
}, isAlike)
