'use client'

import { useTranslations } from 'next-intl'
import { lazy, Suspense } from 'react'
import { TextLines, type TextOfProps } from '@/components/lines/text'
import { useHydrated } from '@/components/ui/time'
import { Notice } from '@/components/ui/notice'

/** A longer text is shown as it is: its Markdown takes seconds. Characters. */
const LONGEST = 100_000

/** More open brackets take a parser of links too long. */
const MOST_BRACKETS = 5_000

const MarkdownText = lazy(() =>
  import('./markdown').then((module) => ({ default: module.MarkdownText })),
)

/** A memory as its Markdown shows it; until that is loaded, or without a script, by its lines. */
export function Preview(props: TextOfProps) {
  const { text } = props
  const t = useTranslations('Memory')
  const isHydrated = useHydrated()
  const lines = <TextLines {...props} />
  if (text.length > LONGEST || text.split('[', MOST_BRACKETS + 2).length > MOST_BRACKETS) {
    return (
      <>
        <div className="px-4 pt-3">
          <Notice tone="caution">{t('noPreview')}</Notice>
        </div>
        {lines}
      </>
    )
  }
  if (!isHydrated) return lines
  return (
    <Suspense fallback={lines}>
      <MarkdownText text={text} />
    </Suspense>
  )
}
