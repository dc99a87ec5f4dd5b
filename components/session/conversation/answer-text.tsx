'use client'

import { createContext, lazy, type ReactNode, Suspense, use, useMemo } from 'react'
import { useTranslations } from 'use-intl'
import { VisibleText } from '@/components/content/visible-line'

/** Loads what makes Markdown of a text that the page did not come with. */
export const loadMarkdown = () => import('./answer-markdown')

const AnswerMarkdown = lazy(async () => ({ default: (await loadMarkdown()).AnswerMarkdown }))

/** The texts that the page came with, as the server has laid them out. */
export const RenderedAnswers = createContext<ReadonlyMap<string, ReactNode>>(new Map())

/** An agent's text, as Markdown that runs and loads nothing. */
export function AnswerText({ text }: { text: string }) {
  const t = useTranslations('Memory')
  const rendered = use(RenderedAnswers).get(text)
  const labels = useMemo(() => ({ image: t('image'), done: t('done'), open: t('open') }), [t])
  if (rendered !== undefined) return rendered
  return (
    <Suspense fallback={<Plain text={text} />}>
      <AnswerMarkdown text={text} labels={labels} />
    </Suspense>
  )
}

function Plain({ text }: { text: string }) {
  return (
    <div className="break-words whitespace-pre-wrap">
      <VisibleText text={text} />
    </div>
  )
}
