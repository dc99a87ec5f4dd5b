import { containsFolded } from '@/lib/text/matches'
import { foldForSearch } from '@/lib/text/fold'
import { NOTHING_FOUND } from '@/lib/document-tools/run-document-tool'
import type { HiddenMemory } from './hidden'
import { type HiddenLines, numberWithout } from './hidden-lines'
import type { FoundLine, FoundMemory, StoreFound } from './search-answer'

/** The memory that a hit shows, if it is hidden, and the numbers of its hidden lines; null: not known. */
export interface HiddenHit {
  readonly memory: HiddenMemory
  readonly numbers: ReadonlySet<number> | null
}

/** The answer of a search without hits of hidden memories and lines. */
export function searchWithout(
  found: readonly StoreFound[],
  query: string,
  hidden: ReadonlyMap<FoundMemory, HiddenHit>,
): string {
  const answers = found.flatMap(({ heading, memories, notes }) => {
    const left = memories.flatMap((memory) => hitWithout(memory, query, hidden.get(memory)))
    const isNothing = memories.length > 0 && left.length === 0
    const lines = isNothing ? notes.filter((note) => !note.startsWith('[More than')) : notes
    if (isNothing && heading !== null) return []
    const rows = isNothing ? [NOTHING_FOUND + JSON.stringify(query)] : left
    return [...(heading === null ? [] : [heading]), ...rows, ...lines]
  })
  return answers.length > 0 ? answers.join('\n') : NOTHING_FOUND + JSON.stringify(query)
}

function hitWithout(
  { path, lines }: FoundMemory,
  query: string,
  hidden: HiddenHit | undefined,
): string[] {
  const hiddenLines = hidden?.memory.lines
  if (hiddenLines === null) return []
  const left =
    hiddenLines === undefined ? lines : linesWithout(lines, hiddenLines, hidden?.numbers ?? null)
  // Without a line that holds the text it is found by its path alone.
  const isFound = left.length > 0 || lines.length === 0
  if (!isFound && !containsFolded(path, foldForSearch(query))) return []
  return [path, ...left.map(({ number, text }) => `  ${number}: ${text}`)]
}

function linesWithout(
  lines: readonly FoundLine[],
  hidden: HiddenLines,
  numbers: ReadonlySet<number> | null,
): FoundLine[] {
  if (numbers === null) return lines.filter(({ text }) => !hidden.holds(text))
  return lines.flatMap(({ number, text }) =>
    numbers.has(number) ? [] : [{ number: numberWithout(number, numbers), text }],
  )
}
