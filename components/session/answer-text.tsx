'use client'

import { memo, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { MarkdownPreview } from '@/components/content/markdown-preview'
import { VisibleText } from '@/components/content/visible-line'
import { markdownParts } from '@/lib/text/markdown-parts'
import { parseMarkdown } from '@/lib/text/parse-markdown.mjs'

/** A part of Markdown that is longer than this could keep the browser for seconds, and is shown as text. */
const PARSED = 12_000

/** What an agent says, as Markdown that runs and loads nothing; a text that grows is parsed at its end only. */
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
