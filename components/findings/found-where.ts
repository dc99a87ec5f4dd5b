import type { Texts } from '@/components/i18n/texts'

/** The line or lines of a finding, in words. */
export function foundWhere(t: Texts, line: number, toLine = line): string {
  return toLine === line
    ? t('Findings.line', { line })
    : t('Review.lines', { from: line, to: toLine })
}
