import { lazy, Suspense } from 'react'
import { VisibleText } from '@/components/lines/visible-text'
import { useHydrated } from '@/components/ui/time'

const Markdown = lazy(() =>
  import('./markdown').then((module) => ({ default: module.MarkdownBody })),
)

/** Where a line begins with more quotes, lists and indents, what draws them ends in an error. */
const TOO_DEEP = /^(?:[ \t>]|[-+*](?=[ \t])|\d{1,9}[.)](?=[ \t])){200}/m

/** What ends a paragraph for certain: an empty line, or the next item of a list. */
const PARAGRAPH = /\n(?=[ \t\r]*\n| {0,3}[-*+] +\S)/

/** What opens a link or stresses: a parser tries each with all before it in its paragraph. */
const MARK = /[[*~]|(?<!\w)_|_(?!\w)/

/** A table's rows are drawn with as many cells as this line has, however short they are. */
const COLUMNS = /^[-:|> \t]+$/gm

/** That of 3,000 marks in one paragraph, 50,000 cells or 100,000 characters: about a second. */
const MOST_COST = 10_000_000

/** Whether a text as Markdown would hold the browser, or end in an error. */
export const isTooMuch = (text: string): boolean =>
  TOO_DEEP.test(text) ||
  text.split(PARAGRAPH).reduce((sum, each) => sum + costOf(each), 100 * text.length) > MOST_COST

function costOf(paragraph: string): number {
  const columns = (paragraph.match(COLUMNS) ?? []).map((line) => line.split('|').length)
  const cells = Math.max(0, ...columns) * paragraph.split('\n').length
  return paragraph.split(MARK).length ** 2 + cells * 200
}

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
