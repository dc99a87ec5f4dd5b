import { memo, useMemo } from 'react'
import { MarkdownPreview, type MarkdownPreviewProps } from '@/components/content/markdown-preview'
import { VisibleText } from '@/components/content/visible-line'
import { markdownParts } from '@/lib/text/markdown-parts'
import { parseMarkdown } from '@/lib/text/parse-markdown.mjs'

/** A longer part of Markdown could block the browser for seconds, and is shown as text. */
const PARSED = 12_000

export interface AnswerMarkdownProps {
  text: string
  labels: MarkdownPreviewProps['labels']
}

/**
 * An agent's text, as Markdown that runs and loads nothing; while it grows only its end is parsed
 * again. The parser is large: in a browser it is loaded on demand.
 */
export function AnswerMarkdown({ text, labels }: AnswerMarkdownProps) {
  return (
    <div className="space-y-3 [&_.markdown]:p-0">
      {markdownParts(text).map((part, index) => (
        <Part key={index} text={part} labels={labels} />
      ))}
    </div>
  )
}

const Part = memo(function Part({ text, labels }: AnswerMarkdownProps) {
  const tree = useMemo(() => (text.length > PARSED ? null : parseMarkdown(text)), [text])
  if (tree === null) {
    return (
      <div className="break-words whitespace-pre-wrap">
        <VisibleText text={text} />
      </div>
    )
  }
  return <MarkdownPreview tree={tree} labels={labels} />
})
