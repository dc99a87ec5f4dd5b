import { useMemo } from 'react'
import { splitLines } from '@/lib/text/lines'
import type { Line } from './line'
import { LineMarks } from './line-marks'
import { type LineNote, Lines } from './lines'

/*
 * A text goes to the browser as it is, not as lines: of a large one the rows would weigh seven times as
 * much, and they are in the page already.
 */

export interface TextOfProps {
  text: string
  /** of its first lines, see `coloursOf` */
  colours: string
  /** what is to be looked at, by the numbers of its lines: where that is in them, and what is said of it */
  flagged?: ReadonlyMap<number, NonNullable<Line['flagged']>>
  notes?: ReadonlyMap<number, LineNote>
}

/** A text by its lines, which the address of the page may name. */
export function TextLines({ notes, ...of }: TextOfProps) {
  const lines = useLines(of)
  return (
    <LineMarks>
      <Lines lines={lines} layout="text" hasAddress notes={notes} />
    </LineMarks>
  )
}

export function useLines({ text, colours, flagged }: Omit<TextOfProps, 'notes'>): Line[] {
  return useMemo(() => linesOfText(text, colours, flagged), [text, colours, flagged])
}

/** The lines of a text, with their colours. */
export function linesOfText(
  text: string,
  colours: string,
  flagged?: TextOfProps['flagged'],
): Line[] {
  if (text === '') return []
  const syntax = colours.split('\n')
  return splitLines(text).map((line, index): Line => {
    const found = flagged?.get(index + 1)
    const plain = {
      kind: 'same',
      after: index + 1,
      text: line,
      syntax: syntax[index] ?? '',
    } as const
    return found ? { ...plain, flagged: found } : plain
  })
}
