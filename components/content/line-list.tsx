import { texts } from '@/components/i18n/server-texts'
import type { SyntaxToken } from '@/lib/text/syntax'
import { linesHtml } from './lines-html'

export interface LineListProps {
  lines: readonly string[]
  /** the parts of each line, for their colour; null: none */
  syntax: readonly (readonly SyntaxToken[])[] | null
  /** number of the first line */
  first: number
  /** of the list; omit it if the container has one */
  label?: string
  /** words that mark single lines, by number */
  marks?: ReadonlyMap<number, string>
}

/** Lines with numbers, which are not copied; use within `LineMarks`. */
export async function LineList({ lines, syntax, first, label, marks }: LineListProps) {
  const t = await texts()
  const [before = '', after = ''] = t('Memory.line', { line: '\0' }).split('\0')
  return (
    <ol
      start={first}
      aria-label={label}
      className="syn line-list font-mono text-code leading-5 pointer-coarse:leading-6"
      dangerouslySetInnerHTML={{
        __html: linesHtml({
          lines,
          syntax,
          first,
          label: [before, after],
          ...(marks ? { marks } : {}),
        }),
      }}
    />
  )
}
