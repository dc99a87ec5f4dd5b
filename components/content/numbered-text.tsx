import { texts } from '@/components/i18n/server-texts'
import { splitLines } from '@/lib/text/lines'
import { VisibleLine } from './visible-line'

/** A memory's content with its line numbers, as text; the numbers are not copied with it. */
export async function NumberedText({ content }: { content: string }) {
  const t = await texts()
  if (content === '') return <p className="px-4 py-2 text-faint">{t('Memory.empty')}</p>
  return (
    <ol className="py-2 font-mono text-[13px] leading-5" aria-label={t('Memory.lines')}>
      {splitLines(content).map((line, index) => (
        <li key={index} id={`L${index + 1}`} className="flex target:bg-selected">
          <a
            href={`#L${index + 1}`}
            aria-label={t('Memory.line', { line: index + 1 })}
            data-line={index + 1}
            className="w-14 shrink-0 pr-3 text-right text-faint select-none before:content-[attr(data-line)]"
          />
          <code className="min-w-0 flex-1 pr-4 break-words whitespace-pre-wrap">
            <VisibleLine line={line} />
          </code>
        </li>
      ))}
    </ol>
  )
}
