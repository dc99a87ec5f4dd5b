import { CommentedLines } from '@/components/comments/commented-lines'
import type { ThreadsAtLine } from '@/components/comments/memory-threads'
import { texts } from '@/components/i18n/server-texts'
import { splitLines } from '@/lib/text/lines'
import { languageOf, syntaxOf } from '@/lib/text/syntax'
import { LineMarks } from './line-marks-lazy'

export interface NumberedTextProps {
  content: string
  /** of the memory; its extension decides the colours; null: unknown */
  path: string | null
  /** the comments on its lines, in their order */
  threads?: readonly ThreadsAtLine[]
  /** words that mark single lines, by number */
  marks?: ReadonlyMap<number, string>
}

/** A memory's content with line numbers, as text; the address may name some lines. */
export async function NumberedText({ content, path, threads = [], marks }: NumberedTextProps) {
  const t = await texts()
  if (content === '') return <p className="px-4 py-2 text-ink-3">{t('Memory.empty')}</p>
  const lines = splitLines(content)
  return (
    <LineMarks>
      <div className="py-2">
        <CommentedLines
          lines={lines}
          syntax={syntaxOf(lines, languageOf(path))}
          threads={threads}
          {...(marks ? { marks } : {})}
        />
      </div>
    </LineMarks>
  )
}
