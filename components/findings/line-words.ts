import 'server-only'
import type { Texts } from '@/components/i18n/texts'
import { PATH_LINE } from '@/lib/scan/finding'

/** Words the position of a finding: its line or lines, or the path. */
export function lineWords(t: Texts, line: number, toLine = line): string {
  if (line === PATH_LINE) return t('Findings.inPath')
  return toLine === line
    ? t('Findings.line', { line })
    : t('Review.lines', { from: line, to: toLine })
}
