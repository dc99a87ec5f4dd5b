import { texts } from '@/components/i18n/server-texts'
import type { Texts } from '@/components/i18n/texts'
import type { SyntaxToken } from '@/lib/text/syntax'
import { LineRows } from './line-rows'
import { packedSyntax } from './packed-syntax'

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
export async function LineList(props: LineListProps) {
  return <LineRows {...lineRows(await texts(), props)} />
}

/** Returns what `LineRows` makes them of. */
export function lineRows(t: Texts, { lines, syntax, first, label, marks }: LineListProps) {
  const [before = '', after = ''] = t('Memory.line', { line: '\0' }).split('\0')
  const packed = syntax?.map(packedSyntax) ?? []
  const isOwn = ([line]: readonly [number, string]) => line >= first && line < first + lines.length
  const own = [...(marks ?? [])].filter(isOwn)
  return {
    ...{ text: lines.join('\n'), first, before },
    ...(after !== '' && { after }),
    ...(packed.some((each) => each !== '') && { syntax: packed.join('\n').trimEnd() }),
    ...(label !== undefined && { label }),
    ...(own.length > 0 && { marks: own }),
  }
}
