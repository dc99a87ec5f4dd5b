'use client'

import { Fragment, type ReactNode, useEffect, useState } from 'react'
import { useFormatter, useTranslations } from 'use-intl'
import { readLooked } from '@/components/tree/looked'
import { seenLineIn } from '@/lib/store/model/seen'

export interface SeenRowsProps {
  storeId: string
  label: string
  /** the last change of each row, newest first */
  rows: readonly { lastSequence: number }[]
  /** the rows */
  children: ReactNode[]
}

/**
 * Rows of changes, with a line where this browser last looked at the store. The line takes no room,
 * since only the browser knows it.
 */
export function SeenRows({ storeId, label, rows, children }: SeenRowsProps) {
  const t = useTranslations('Overview')
  const format = useFormatter()
  const [looked, setLooked] = useState<{ sequence: number; at: number } | null>(null)
  useEffect(() => {
    // Only the browser knows it, so it cannot be there at the first paint.
    // oxlint-disable-next-line react/set-state-in-effect
    setLooked(readLooked(storeId))
  }, [storeId])
  const line = looked ? seenLineIn(rows, { ...looked, memories: {} }) : null
  return (
    <ol aria-label={label}>
      {children.map((row, index) => (
        <Fragment key={rows[index]?.lastSequence ?? index}>
          {line === index && looked ? (
            <li className="relative h-0">
              <span className="absolute right-0 -top-2 z-1 bg-sheet pl-2 text-label text-ink-3">
                {t('looked', {
                  time: format.dateTime(looked.at, { dateStyle: 'short', timeStyle: 'short' }),
                })}
              </span>
              <span aria-hidden className="absolute inset-x-0 top-0 border-t border-line-2" />
            </li>
          ) : null}
          <li className="relative -mx-2 flex min-h-7 items-center gap-2 rounded-control px-2 pl-2.5 hover:bg-hover">
            {row}
          </li>
        </Fragment>
      ))}
    </ol>
  )
}
