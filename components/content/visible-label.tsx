import { visibleNameRuns } from '@/lib/text/visible-name'
import { VisibleRuns } from './visible-line'

/** Printable ASCII with single spaces: most labels, which can hide nothing. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/**
 * The name of a store, a session, an actor or a moment. Hidden characters are shown, and bidi text
 * cannot reorder its surroundings. Unlike a path it may be written right to left.
 */
export function VisibleLabel({ text }: { text: string }) {
  if (PLAIN.test(text)) return text
  return (
    <bdi>
      <VisibleRuns runs={visibleNameRuns(text)} />
    </bdi>
  )
}

/** Several labels, joined as a list in the reader's language. */
export function VisibleLabels({ texts }: { texts: readonly string[] }) {
  return texts.map((text, index) => (
    <span key={index}>
      {index === 0 ? '' : ', '}
      <VisibleLabel text={text} />
    </span>
  ))
}
