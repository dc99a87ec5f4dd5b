import { texts } from '@/components/i18n/server-texts'
import { splitLines } from '@/lib/text/lines'
import { LineMarks } from './line-marks'
import { LineRow } from './line-row'
import { VisibleLine } from './visible-line'

/** A memory's content with its line numbers, as text; the address may name some of its lines. */
export async function NumberedText({ content }: { content: string }) {
  const t = await texts()
  if (content === '') return <p className="px-4 py-2 text-faint">{t('Memory.empty')}</p>
  return (
    <LineMarks>
      <ol
        className="py-2 font-mono text-[13px] leading-5 pointer-coarse:leading-6"
        aria-label={t('Memory.lines')}
      >
        {splitLines(content).map((line, index) => (
          <LineRow
            key={index}
            line={index + 1}
            label={t('Memory.line', { line: index + 1 })}
            isStop={index === 0}
          >
            <VisibleLine line={line} />
          </LineRow>
        ))}
      </ol>
    </LineMarks>
  )
}
