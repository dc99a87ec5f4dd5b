import { texts } from '@/components/i18n/server-texts'
import { linesHtml } from './lines-html'

export interface LineListProps {
  lines: readonly string[]
  /** the number of the first */
  first: number
  /** of the list; left out: what it stands in has one */
  label?: string
}

/** Lines with their numbers, which are not copied with them; within `LineMarks`. */
export async function LineList({ lines, first, label }: LineListProps) {
  const t = await texts()
  const [before = '', after = ''] = t('Memory.line', { line: '\0' }).split('\0')
  return (
    <ol
      start={first}
      aria-label={label}
      className="line-list font-mono text-[13px] leading-5 pointer-coarse:leading-6"
      dangerouslySetInnerHTML={{ __html: linesHtml({ lines, first, label: [before, after] }) }}
    />
  )
}
