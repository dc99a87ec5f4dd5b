'use client'

import dynamic from 'next/dynamic'
import { useTranslations } from 'next-intl'
import type { ReactNode } from 'react'
import { useHydrated } from '@/components/ui/time'
import { Notice } from '@/components/ui/notice'
import { frontMatterOf } from '@/lib/text/front-matter'
import { FrontMatterTable } from './front-matter'

/** A longer text is shown as it is: its Markdown takes seconds. Characters. */
const LONGEST = 100_000

/** More open brackets take a parser of links too long. */
const MOST_BRACKETS = 5_000

export interface PreviewProps {
  text: string
  /** the text with its lines: without a script, and where it is no Markdown to show */
  children: ReactNode
}

/** A memory as its Markdown shows it, with its front matter above. */
export function Preview({ text, children }: PreviewProps) {
  const t = useTranslations('Memory')
  const isHydrated = useHydrated()
  if (!isHydrated) return children
  const isTooMuch =
    text.length > LONGEST || text.split('[', MOST_BRACKETS + 2).length > MOST_BRACKETS
  if (isTooMuch) {
    return (
      <>
        <div className="px-4 pt-3">
          <Notice tone="caution">{t('noPreview')}</Notice>
        </div>
        {children}
      </>
    )
  }
  const frontMatter = frontMatterOf(text)
  return (
    <>
      {frontMatter ? <FrontMatterTable frontMatter={frontMatter} label={t('frontMatter')} /> : null}
      <MarkdownText text={frontMatter?.body ?? text} />
    </>
  )
}

// Loaded with the first preview.
const MarkdownText = dynamic(() => import('./markdown').then((module) => module.MarkdownText), {
  ssr: false,
})
