import { texts } from '@/components/i18n/server-texts'
import { splitLines } from '@/lib/text/lines'
import { languageOf, syntaxOf } from '@/lib/text/syntax'
import { LineList } from './line-list'
import { LineMarks } from './line-marks-lazy'

export interface NumberedTextProps {
  content: string
  /** of the memory; its extension decides the colours; null: unknown */
  path: string | null
}

/** A memory's content with line numbers, as text; the address may name some lines. */
export async function NumberedText({ content, path }: NumberedTextProps) {
  const t = await texts()
  if (content === '') return <p className="px-4 py-2 text-ink-3">{t('Memory.empty')}</p>
  const lines = splitLines(content)
  return (
    <LineMarks>
      <div className="py-2">
        <LineList
          lines={lines}
          syntax={syntaxOf(lines, languageOf(path))}
          first={1}
          label={t('Memory.lines')}
        />
      </div>
    </LineMarks>
  )
}
