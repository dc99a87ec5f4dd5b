'use client'

import { useTranslations } from 'next-intl'
import { type ReactNode, useEffect, useState } from 'react'
import { useHydrated } from '@/components/ui/time'
import { Notice } from '@/components/ui/notice'
import { frontMatterOf } from '@/lib/text/front-matter'
import { FrontMatterTable } from './front-matter'
import type { MarkdownText } from './markdown'

/** A longer text is shown as it is: its Markdown takes seconds. Characters. */
const LONGEST = 100_000

/** More open brackets take a parser of links too long. */
const MOST_BRACKETS = 5_000

export interface PreviewProps {
  text: string
  /** the text with its lines: without a script, and where it is no Markdown to show */
  children: ReactNode
}

type Drawn = typeof MarkdownText

/** What draws Markdown, once it has been loaded. */
let known: Drawn | undefined

/** A memory as its Markdown shows it, with its front matter above. */
export function Preview({ text, children }: PreviewProps) {
  const t = useTranslations('Memory')
  const isHydrated = useHydrated()
  const [Loaded, setLoaded] = useState(() => known)
  const isTooMuch =
    text.length > LONGEST || text.split('[', MOST_BRACKETS + 2).length > MOST_BRACKETS
  useEffect(() => {
    if (Loaded || isTooMuch) return
    void import('./markdown').then((module) => {
      known = module.MarkdownText
      setLoaded(() => known)
    })
  }, [Loaded, isTooMuch])
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
  if (!isHydrated || !Loaded) return children
  const frontMatter = frontMatterOf(text)
  return (
    <>
      {frontMatter ? <FrontMatterTable frontMatter={frontMatter} label={t('frontMatter')} /> : null}
      <Loaded text={frontMatter?.body ?? text} />
    </>
  )
}
