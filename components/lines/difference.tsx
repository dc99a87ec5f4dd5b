import { useTranslations } from 'next-intl'
import type { DiffLines } from './line'
import { LineMarks } from './line-marks'
import { Lines, type LinesProps } from './lines'

/** A difference with its summary; says so where there is none, or not all is shown. */
export function Difference({
  diff: { lines, added, removed, notShown },
  ...props
}: Omit<LinesProps, 'lines' | 'label'> & { diff: DiffLines }) {
  const t = useTranslations('Lines')
  if (lines.length === 0) return <p className="px-4 py-3 text-ink-3">{t('equal')}</p>
  const rows = <Lines {...props} lines={lines} label={t('summary', { added, removed })} />
  return (
    <>
      {props.hasAddress ? <LineMarks>{rows}</LineMarks> : rows}
      {notShown > 0 ? <p className="lines-fold">{t('notShown', { count: notShown })}</p> : null}
    </>
  )
}
