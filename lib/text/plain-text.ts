import { visibleNameRuns } from './visible-name'
import { visibleRuns, type VisibleRun } from './visible-text'

/**
 * A name for where nothing can be marked up: the title of a page, an option, a label that is heard.
 * What cannot be seen stands in it by its label, in brackets: `report[RLO]gpj.exe`.
 */
export function plainName(name: string): string {
  return inPlain(visibleNameRuns(name))
}

/** As `plainName`, of a text, in which blanks are at home. */
export function plainText(text: string): string {
  return inPlain(visibleRuns(text))
}

function inPlain(runs: readonly VisibleRun[]): string {
  return runs
    .map(({ text, label, instead }) => (label === null ? text : (instead ?? `[${label}]`)))
    .join('')
}
