import { Fragment } from 'react'
import { visibleRuns, type VisibleRun } from '@/lib/text/visible-text'

/** Browsers part what is longer into several nodes, which React does not expect but in an element of its own. */
const LONGEST_NODE = 65_535

function Plain({ text }: { text: string }) {
  return text.length > LONGEST_NODE ? <span>{text}</span> : text
}

/**
 * A line in which nothing hides: what cannot be seen is marked, by a label that is not copied with
 * it; and no control of direction reaches beyond the line. Where too much hides, a sign stands for
 * it, also in what is copied.
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

/** Stretches of a line or a name, what hides in it marked. */
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

/** As `VisibleLine`, of a text of many lines. */
export function VisibleText({ text }: { text: string }) {
  if (visibleRuns(text).every(({ label }) => label === null)) return <Plain text={text} />
  return text.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index === 0 ? null : '\n'}
      {line === '' ? null : <VisibleLine line={line} />}
    </Fragment>
  ))
}
