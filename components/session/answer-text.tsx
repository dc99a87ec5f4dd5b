'use client'

import { memo, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { MarkdownPreview } from '@/components/content/markdown-preview'
import { VisibleText } from '@/components/content/visible-line'
import { markdownParts } from '@/lib/text/markdown-parts'
import { parseMarkdown } from '@/lib/text/parse-markdown.mjs'

/** A longer part of Markdown could block the browser for seconds, and is shown as text. */
const PARSED = 12_000

/**
 * An agent's text, as Markdown that runs and loads nothing; while it grows only its end is parsed
 * again.
 */
export function AnswerText({ text }: { text: string }) {
  return (
    <div className="space-y-3 [&_.markdown]:p-0">
      {markdownParts(text).map((part, index) => (
        <Part key={index} text={part} />
      ))}
    </div>
  )
}

const Part = memo(function Part({ text }: { text: string }) {
  const t = useTranslations('Memory')
  const tree = useMemo(() => (text.length > PARSED ? null : parseMarkdown(text)), [text])
  if (tree === null) {
    return (
      <div className="break-words whitespace-pre-wrap">
        <VisibleText text={text} />
      </div>
    )
  }
  return (
    <MarkdownPreview tree={tree} labels={{ image: t('image'), done: t('done'), open: t('open') }} />
  )
})
