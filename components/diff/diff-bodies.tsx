'use client'

import { memo } from 'react'
import { isAlike, lazyHtml } from '@/components/content/lazy-html'
import { type RowsHtmlOptions, rowsHtml, type SentRow, stopOf } from './sent-rows'

/** Rows per `tbody`; the browser lays a body out once it is near the visible part. */
const ROWS_PER_BODY = 40

export interface DiffBodiesProps extends Omit<RowsHtmlOptions, 'above' | 'stop'> {
  rows: readonly SentRow[]
}

/**
 * Rows of a difference in a table of class `diff-lines`. They come as data and become HTML here: a
 * thousand rows as elements took a megabyte to send and a third of a second to build, and as HTML
 * they would be sent twice, as the page and as what its script knows of it.
 */
export function DiffBodies({ rows, ...options }: DiffBodiesProps) {
  const count = Math.ceil(rows.length / ROWS_PER_BODY)
  const stop = stopOf(rows)
  return Array.from({ length: count }, (_, body) => {
    const from = body * ROWS_PER_BODY
    return (
      <Body
        key={body}
        rows={rows.slice(from, from + ROWS_PER_BODY)}
        above={rows[from - 1]?.[0]}
        stop={stop - from}
        {...options}
      />
    )
  })
}

interface BodyProps extends RowsHtmlOptions {
  rows: readonly SentRow[]
}

const Body = memo(function Body({ rows, ...options }: BodyProps) {
  return (
    <tbody
      role="rowgroup"
      dangerouslySetInnerHTML={lazyHtml(() => rowsHtml(rows, options).join(''))}
    />
  )
}, isAlike)
