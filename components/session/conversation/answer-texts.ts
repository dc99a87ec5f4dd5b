import { entriesOf } from './conversation-entries'
import type { SessionState } from '../session-state'

/** The texts of a conversation that are shown as Markdown, each once. */
export function answerTexts(state: SessionState): string[] {
  const texts = entriesOf(state).flatMap((entry) => {
    if (entry.kind === 'answer') return [entry.text]
    return entry.kind === 'compacted' && entry.event.summary !== null ? [entry.event.summary] : []
  })
  return [...new Set(texts)]
}
