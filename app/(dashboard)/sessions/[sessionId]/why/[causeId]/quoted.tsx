import { VisibleText } from '@/components/content/visible-line'
import type { Quote } from './quote-of'

/** A part of an answer, with the words in it that are looked for marked. */
export function Quoted({ quote }: { quote: Quote | null }) {
  if (quote === null) return null
  return (
    <>
      “<VisibleText text={quote.before} />
      {quote.words === '' ? null : (
        <mark className="rounded-[2px] bg-match text-ink">
          <VisibleText text={quote.words} />
        </mark>
      )}
      <VisibleText text={quote.after} />”
    </>
  )
}
