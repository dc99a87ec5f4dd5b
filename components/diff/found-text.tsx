import { Fragment } from 'react'
import { tokensWithin } from '@/lib/text/syntax'
import type { Mark } from '@/lib/text/word-marks'
import { MarkedText, type MarkedTextProps } from './marked-text'

const UNDERLINED =
  'bg-transparent text-inherit underline decoration-caution decoration-wavy underline-offset-2'

export interface FoundTextProps extends MarkedTextProps {
  /** marks of what was found; may overlap */
  found: readonly Mark[]
  /** classes of what was found */
  look?: string
}

/** A changed line with its rewritten words marked, and what was found in it underlined. */
export function FoundText(props: FoundTextProps) {
  const { text, marks, tokens, found, kind, look = UNDERLINED } = props
  return partsOf(text.length, found).map(({ from, to, isFound }) => {
    const part = (
      <MarkedText
        text={text.slice(from, to)}
        marks={within(marks, from, to)}
        tokens={tokens && tokensWithin(tokens, from, to)}
        kind={kind}
      />
    )
    return isFound ? (
      <mark key={from} className={look}>
        {part}
      </mark>
    ) : (
      <Fragment key={from}>{part}</Fragment>
    )
  })
}

interface Part {
  from: number
  to: number
  isFound: boolean
}

/** Cuts a line of this length where a mark begins or ends; no part is empty. */
function partsOf(length: number, found: readonly Mark[]): Part[] {
  const parts: Part[] = []
  let at = 0
  for (const [start, end] of found.toSorted(([one], [other]) => one - other)) {
    const [from, to] = [Math.max(start, at), Math.min(end, length)]
    if (to <= from) continue
    if (from > at) parts.push({ from: at, to: from, isFound: false })
    parts.push({ from, to, isFound: true })
    at = to
  }
  if (at < length) parts.push({ from: at, to: length, isFound: false })
  return parts
}

/** The parts of some ranges that lie between two columns, counted from the first. */
function within(marks: readonly Mark[], from: number, to: number): Mark[] {
  return marks.flatMap(([start, end]): Mark[] => {
    const [first, last] = [Math.max(start, from), Math.min(end, to)]
    return last > first ? [[first - from, last - from]] : []
  })
}
