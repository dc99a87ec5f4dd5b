import type { FrontMatter } from '@/lib/text/front-matter'
import { VisibleText } from '@/components/lines/visible-text'

export interface FrontMatterTableProps {
  frontMatter: FrontMatter
  /** accessible name of the table */
  label: string
}

/**
 * Shows the front matter of a memory above its preview: as a table, or as source if it cannot be
 * parsed.
 */
export function FrontMatterTable({
  frontMatter: { entries, source },
  label,
}: FrontMatterTableProps) {
  if (entries === null) {
    return (
      <pre
        aria-label={label}
        role="group"
        className="front-matter wrap-anywhere whitespace-pre-wrap"
      >
        <VisibleText text={source.trimEnd()} />
      </pre>
    )
  }
  return (
    <table aria-label={label} className="front-matter">
      <tbody>
        {entries.map(({ key, value }, index) => (
          <tr key={index}>
            <th scope="row">
              <VisibleText text={key} />
            </th>
            <td>
              <VisibleText text={value} />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
