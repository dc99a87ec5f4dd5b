import { useTranslations } from 'next-intl'
import { lazy, Suspense } from 'react'
import { TextLines, type TextOfProps } from '@/components/lines/text'
import { useHydrated } from '@/components/ui/time'
import { NoticeBar } from '@/components/ui/notice'
import { isTooMuch } from './said-text'

const MarkdownText = lazy(() =>
  import('./markdown').then((module) => ({ default: module.MarkdownText })),
)

/** A memory as its Markdown shows it; until that is loaded, or without a script, by its lines. */
export function Preview(props: TextOfProps) {
  const { text } = props
  const t = useTranslations('Memory')
  const isHydrated = useHydrated()
  const lines = <TextLines {...props} />
  if (isTooMuch(text)) {
    return (
      <>
        <NoticeBar tone="caution">{t('noPreview')}</NoticeBar>
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
