import { visibleRuns } from '@/lib/text/visible-text'

/**
 * A line in which nothing hides: what cannot be seen is marked, by a label that is not copied with
 * it; and no control of direction reaches beyond the line.
 */
export function VisibleLine({ line }: { line: string }) {
  const runs = visibleRuns(line)
  if (runs.length === 0) return '\n'
  if (runs.every(({ label }) => label === null)) return <Plain text={line} />
  return (
    <bdi>
      {runs.map(({ text, label }, index) =>
        label === null ? (
          <Plain key={index} text={text} />
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

/** A browser parts a longer text into several nodes; React expects that only of an element's whole content. */
const NODE_CHARACTERS = 65_536

function Plain({ text }: { text: string }) {
  return text.length > NODE_CHARACTERS ? <span>{text}</span> : text
}
