import { visibleNameRuns } from './visible-name'
import { visibleRuns, type VisibleRun } from './visible-text'

/**
 * A name for where markup is impossible: a page title, an option, an ARIA label. Invisible
 * characters appear as their label in brackets: `report[RLO]gpj.exe`.
 */
export function plainName(name: string): string {
  return inPlain(visibleNameRuns(name))
}

/** Like `plainName`, for a text, where blanks are normal. */
export function plainText(text: string): string {
  return inPlain(visibleRuns(text))
}

function inPlain(runs: readonly VisibleRun[]): string {
  return runs
    .map(({ text, label, instead }) => (label === null ? text : (instead ?? `[${label}]`)))
    .join('')
}
