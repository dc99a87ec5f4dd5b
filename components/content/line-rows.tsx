'use client'

import { memo } from 'react'
import { isAlike, lazyHtml } from './lazy-html'
import { linesHtml } from './lines-html'
import { unpackedSyntax } from './packed-syntax'

export interface LineRowsProps {
  /** the lines, joined: there may be twenty thousand */
  text: string
  /** the parts of each line, as `packedSyntax` packs them, joined; left out: none */
  syntax?: string
  /** number of the first line */
  first: number
  /** of the list; left out: the container has one */
  label?: string
  /** the accessible name of a line's link, split at the number */
  before: string
  after?: string
  /** words that mark single lines, with their numbers */
  marks?: readonly (readonly [number, string])[]
}

/** Numbered lines, which come as their text and become HTML here: see `DiffBodies`. */
export const LineRows = memo(function LineRows({ first, label, ...sent }: LineRowsProps) {
  return (
    <ol
      start={first}
      aria-label={label}
      className="syn line-list font-mono text-code leading-5 pointer-coarse:leading-6"
      dangerouslySetInnerHTML={lazyHtml(() => htmlOf({ first, ...sent }))}
    />
  )
}, isAlike)

function htmlOf({ text, syntax, first, before, after = '', marks }: LineRowsProps): string {
  const lines = text.split('\n')
  const packed = syntax?.split('\n')
  return linesHtml({
    ...{ lines, first, label: [before, after] },
    syntax: packed ? lines.map((line, at) => unpackedSyntax(line, packed[at] ?? '')) : null,
    ...(marks && { marks: new Map(marks) }),
  })
}
