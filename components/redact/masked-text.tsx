import { Fragment } from 'react'
import { VisibleText } from '@/components/content/visible-line'

/** A line cut where a text stands, with that text as `shown`, marked. */
export function MaskedLine({ pieces, shown }: { pieces: readonly string[]; shown: string }) {
  return pieces.map((piece, index) => (
    <Fragment key={index}>
      {index === 0 ? null : <MaskedText shown={shown} />}
      <VisibleText text={piece} />
    </Fragment>
  ))
}

/** The text itself, as shown. */
function MaskedText({ shown }: { shown: string }) {
  return (
    <span className="rounded-mark bg-danger-bg px-0.5 text-removed shadow-[inset_0_0_0_1px_var(--danger-line)]">
      <VisibleText text={shown} />
    </span>
  )
}
