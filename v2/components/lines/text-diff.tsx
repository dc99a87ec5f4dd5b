import { useTranslations } from 'next-intl'
import { linesOfDiff, type TextsToCompare } from './diff-lines'
import { Lines, type LinesProps } from './lines'

export interface TextDiffProps
  extends TextsToCompare, Pick<LinesProps, 'hasAddress' | 'className'> {
  layout: 'unified' | 'split'
}

/** The difference of two texts, drawn on the server; says so where there is none. */
export function TextDiff({ layout, hasAddress, className, ...texts }: TextDiffProps) {
  const t = useTranslations('Lines')
  const { lines, added, removed, notShown } = linesOfDiff(texts)
  if (lines.length === 0) return <p className="px-4 py-3 text-ink-3">{t('equal')}</p>
  return (
    <>
      <Lines
        lines={lines}
        layout={layout}
        label={t('summary', { added, removed })}
        {...(hasAddress && { hasAddress })}
        {...(className !== undefined && { className })}
      />
      {notShown > 0 ? <p className="lines-fold">{t('notShown', { count: notShown })}</p> : null}
    </>
  )
}
