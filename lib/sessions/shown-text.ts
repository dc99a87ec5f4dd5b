import { flagsOf } from '@/lib/scan/flags-of'
import { previewLines } from '@/lib/scan/masked'

/** Why a text is not shown as it is: it holds secrets, or nobody knows what it holds. */
export type Masked = 'secret' | 'unscanned'

/** What is not scanned by then is masked whole; milliseconds. */
const DEADLINE_MS = 2_000

export interface ShownText {
  text: string
  /** null: it is shown as it is */
  masked: Masked | null
}

/** A text as previews show it, line for line, with what is secret in it masked. */
export async function shownText(content: string, path = ''): Promise<ShownText> {
  if (content === '') return { text: '', masked: null }
  const flags = await flagsOf({ path, content }, { deadlineMs: DEADLINE_MS })
  const text = previewLines(content, flags).join('\n') + (content.endsWith('\n') ? '\n' : '')
  return { text, masked: text === content ? null : flags.isWhole ? 'secret' : 'unscanned' }
}

/** Several texts as previews show them. */
export const shownTexts = (texts: readonly string[]): Promise<string[]> =>
  Promise.all(texts.map(async (text) => (await shownText(text)).text))
