import { visibleRuns, type VisibleRun } from './visible-text'

/** Blanks that go unnoticed in a name or look like a single space; in a text they are normal. */
const BLANKS = /[\u00a0\u1680\u2800\u3000]+| {2,}|^ | $/gu

/** Like `visibleRuns`, for a name: blanks are labelled too, since two names must not look alike. */
export function visibleNameRuns(name: string): VisibleRun[] {
  const runs: VisibleRun[] = []
  let plain = 0
  for (const { index, 0: text } of name.matchAll(BLANKS)) {
    runs.push(...visibleRuns(name.slice(plain, index)), { text, label: blankLabel(text) })
    plain = index + text.length
  }
  return [...runs, ...visibleRuns(name.slice(plain))]
}

const NAMES: Readonly<Record<string, string>> = { ' ': 'SP', '\u00a0': 'NBSP' }

function blankLabel(blanks: string): string {
  const labels = [...new Set(blanks)].map(
    (blank) =>
      NAMES[blank] ?? `U+${blank.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`,
  )
  return labels.join(' ') + (blanks.length > 1 ? `×${blanks.length}` : '')
}
