import { Fragment } from 'react'
import { visibleRuns, type VisibleRun } from '@/lib/text/visible-text'

/**
 * Browsers split longer text into several nodes, which React only expects in an element of its own.
 */
const LONGEST_NODE = 65_535

function Plain({ text }: { text: string }) {
  return text.length > LONGEST_NODE ? <span>{text}</span> : text
}

/**
 * A line with hidden characters marked by a label that is not copied; no bidi control reaches
 * beyond the line. If too much is hidden, a sign replaces it, even in what is copied.
 */
export function VisibleLine({ line }: { line: string }) {
  const runs = visibleRuns(line)
  if (runs.length === 0) return '\n'
  if (runs.every(({ label }) => label === null)) return <Plain text={line} />
  return (
    <bdi>
      <VisibleRuns runs={runs} />
    </bdi>
  )
}

/** Runs of a line or a name, with hidden characters marked. */
export function VisibleRuns({ runs }: { runs: readonly VisibleRun[] }) {
  return runs.map(({ text, label, instead }, index) =>
    label === null ? (
      <Plain key={index} text={text} />
    ) : (
      <span
        key={index}
        title={label}
        data-hidden={label}
        className="hidden-character before:content-[attr(data-hidden)]"
      >
        <bdi>{instead ?? text}</bdi>
      </span>
    ),
  )
}

/** Like `VisibleLine`, for multi-line text. */
export function VisibleText({ text }: { text: string }) {
  if (visibleRuns(text).every(({ label }) => label === null)) return <Plain text={text} />
  return text.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index === 0 ? null : '\n'}
      {line === '' ? null : <VisibleLine line={line} />}
    </Fragment>
  ))
}
