import { lazy, Suspense } from 'react'
import { VisibleText } from '@/components/lines/visible-text'
import { isTooMuch } from '@/components/memory/markdown-limits'
import { useHydrated } from '@/components/ui/time'

const Markdown = lazy(() =>
  import('@/components/memory/markdown').then((module) => ({ default: module.MarkdownBody })),
)

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
