import { visibleRuns } from '@/lib/text/visible-text'

/**
 * A line in which nothing hides: what cannot be seen is marked, by a label that is not copied with
 * it; and no control of direction reaches beyond the line.
 */
export function VisibleLine({ line }: { line: string }) {
  const runs = visibleRuns(line)
  if (runs.length === 0) return '\n'
  if (runs.every(({ label }) => label === null)) return line
  return (
    <bdi>
      {runs.map(({ text, label }, index) =>
        label === null ? (
          text
        ) : (
          <span
            key={index}
            title={label}
            data-hidden={label}
            className="hidden-character before:content-[attr(data-hidden)]"
          >
            <bdi>{text}</bdi>
          </span>
        ),
      )}
    </bdi>
  )
}
