'use client'

import { useMemo } from 'react'
import { splitLines } from '@/lib/text/lines'
import type { Line } from './line'
import { LineMarks } from './line-marks'
import { Lines } from './lines'

/*
 * A text goes to the browser as it is, not as lines: of a large one the rows would weigh seven times as
 * much, and they are in the page already.
 */

export interface TextOfProps {
  text: string
  /** of its first lines, see `coloursOf` */
  colours: string
}

/** A text by its lines, which the address of the page may name. */
export function TextLines({ text, colours }: TextOfProps) {
  const lines = useMemo(() => linesOfText(text, colours), [text, colours])
  return (
    <LineMarks>
      <Lines lines={lines} layout="text" hasAddress />
    </LineMarks>
  )
}

/** The lines of a text, with their colours. */
export function linesOfText(text: string, colours: string): Line[] {
  if (text === '') return []
  const syntax = colours.split('\n')
  return splitLines(text).map((line, index) => ({
    kind: 'same',
    after: index + 1,
    text: line,
    syntax: syntax[index] ?? '',
  }))
}
