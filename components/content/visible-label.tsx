import { visibleNameRuns } from '@/lib/text/visible-name'
import { VisibleRuns } from './visible-line'

/** Printable ASCII with single spaces between: most labels, in which nothing can hide. */
const PLAIN = /^[!-~]+(?: [!-~]+)*$/

/**
 * What something is called: a store, a session, an actor, a moment. Nothing hides in it, and it does
 * not change places with what stands beside it. Unlike a path it may be written from right to left.
 */
export function VisibleLabel({ text }: { text: string }) {
  if (PLAIN.test(text)) return text
  return (
    <bdi>
      <VisibleRuns runs={visibleNameRuns(text)} />
    </bdi>
  )
}

/** Several labels, as a list that is read. */
export function VisibleLabels({ texts }: { texts: readonly string[] }) {
  return texts.map((text, index) => (
    <span key={index}>
      {index === 0 ? '' : ', '}
      <VisibleLabel text={text} />
    </span>
  ))
}
