import { lazy, Suspense } from 'react'
import { VisibleText } from '@/components/lines/visible-text'
import { useHydrated } from '@/components/ui/time'

const Markdown = lazy(() =>
  import('./markdown').then((module) => ({ default: module.MarkdownBody })),
)

/** A longer text is shown as it is: its Markdown takes seconds. Characters. */
const LONGEST = 100_000

/** More open brackets take a parser of links too long. */
const MOST_BRACKETS = 5_000

/** Whether a text as Markdown would hold the browser. */
export const isTooMuch = (text: string): boolean =>
  text.length > LONGEST || text.split('[', MOST_BRACKETS + 2).length > MOST_BRACKETS

/** What an agent said: Markdown once that is loaded, else its text as it stands. */
export function SaidText({ text }: { text: string }) {
  const isHydrated = useHydrated()
  const plain = (
    <p className="wrap-anywhere whitespace-pre-wrap">
      <VisibleText text={text} />
    </p>
  )
  if (!isHydrated || isTooMuch(text)) return plain
  return (
    <Suspense fallback={plain}>
      <Markdown text={text} />
    </Suspense>
  )
}
