import type { ChosenLines } from '@/lib/text/chosen-lines'

/** Lines of a hunk that a person chose: from one of its changed rows to another, both included. */
export interface LineChoice {
  hunkId: string
  /** its beginning, and the end that moves; positions among the changed rows */
  from: number
  to: number
}

/** The changed rows of a hunk, as `DiffLineRow` names them. */
export function rowsOf(hunk: HTMLElement): HTMLElement[] {
  return [...hunk.querySelectorAll<HTMLElement>('[data-changed-line]')]
}

/** The rows of a choice. */
export function chosenRows(hunk: HTMLElement, { from, to }: LineChoice): HTMLElement[] {
  return rowsOf(hunk).slice(Math.min(from, to), Math.max(from, to) + 1)
}

/** Returns the indices of the lines that these rows show. */
export function linesIn(rows: readonly HTMLElement[]): ChosenLines {
  const names = rows.map((row) => row.dataset.changedLine ?? '')
  const of = (kind: string) =>
    names.flatMap((name) => (name.startsWith(kind) ? Number(name.slice(kind.length)) : []))
  return { removed: of('removed-'), added: of('added-') }
}
