import { SUMMARY_SECTIONS } from './summary-sections'

/** The fault of a summary; null: it can replace the conversation. */
export type SummaryProblem =
  | { kind: 'empty' }
  | { kind: 'cut_off' }
  | { kind: 'sections_missing'; titles: string[] }
  | null

/** A heading of any level, numbered or bold or both or neither: models vary. */
function hasHeading(summary: string, title: string): boolean {
  const words = title.replaceAll(' ', '[ ]+')
  return new RegExp(
    `^[ ]{0,3}(?:#{1,6}[ ]*)?\\*{0,3}(?:\\d+[.)][ ]*)?\\*{0,3}${words}\\**:?\\**[ ]*(?:#+[ ]*)?$`,
    'im',
  ).test(summary)
}

/** Checks a summary (agent page, "Compaction", step 3). `stopReason`: as the API reports it. */
export function checkSummary(summary: string, stopReason: string | null): SummaryProblem {
  if (summary.trim() === '') return { kind: 'empty' }
  if (stopReason === 'max_tokens' || stopReason === 'model_context_window_exceeded') {
    return { kind: 'cut_off' }
  }
  const titles = SUMMARY_SECTIONS.filter(({ isOptional }) => !isOptional)
    .map(({ title }) => title)
    .filter((title) => !hasHeading(summary, title))
  return titles.length === 0 ? null : { kind: 'sections_missing', titles }
}
