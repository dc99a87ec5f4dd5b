import { texts } from '@/components/i18n/server-texts'
import { linesHtml } from './lines-html'

export interface LineListProps {
  lines: readonly string[]
  /** number of the first line */
  first: number
  /** of the list; omit it if the container has one */
  label?: string
}

/** Lines with numbers, which are not copied; use within `LineMarks`. */
export async function LineList({ lines, first, label }: LineListProps) {
  const t = await texts()
  const [before = '', after = ''] = t('Memory.line', { line: '\0' }).split('\0')
  return (
    <ol
      start={first}
      aria-label={label}
      className="line-list font-mono text-sm leading-5 pointer-coarse:leading-6"
      dangerouslySetInnerHTML={{ __html: linesHtml({ lines, first, label: [before, after] }) }}
    />
  )
}
