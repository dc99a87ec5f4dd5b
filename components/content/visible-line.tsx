import { Fragment } from 'react'
import { visibleRuns } from '@/lib/text/visible-text'

/**
 * A line in which nothing hides: what cannot be seen is marked, by a label that is not copied with
 * it; and no control of direction reaches beyond the line. Where too much hides, a
 * sign stands for it, also in what is copied.
 */
export function VisibleLine({ line }: { line: string }) {
  const runs = visibleRuns(line)
  if (runs.length === 0) return '\n'
  if (runs.every(({ label }) => label === null)) return line
  return (
    <bdi>
      {runs.map(({ text, label, instead }, index) =>
        label === null ? (
          text
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
      )}
    </bdi>
  )
}

/** As `VisibleLine`, of a text of many lines. */
export function VisibleText({ text }: { text: string }) {
  if (visibleRuns(text).every(({ label }) => label === null)) return text
  return text.split('\n').map((line, index) => (
    <Fragment key={index}>
      {index === 0 ? null : '\n'}
      {line === '' ? null : <VisibleLine line={line} />}
    </Fragment>
  ))
}
