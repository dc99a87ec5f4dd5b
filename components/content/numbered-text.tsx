import { texts } from '@/components/i18n/server-texts'
import { splitLines } from '@/lib/text/lines'
import { LineList } from './line-list'
import { LineMarks } from './line-marks'

/** A memory's content with line numbers, as text; the address may name some lines. */
export async function NumberedText({ content }: { content: string }) {
  const t = await texts()
  if (content === '') return <p className="px-4 py-2 text-ink-3">{t('Memory.empty')}</p>
  return (
    <LineMarks>
      <div className="py-2">
        <LineList lines={splitLines(content)} first={1} label={t('Memory.lines')} />
      </div>
    </LineMarks>
  )
}
