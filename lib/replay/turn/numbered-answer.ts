import { leftOutNote } from '@/lib/memory-tool/view'
import { numberLines, splitLines } from '@/lib/text/lines'
import { numberWithout } from './hidden-lines'

/** A line of a memory in an answer, by its number. */
export interface NumberedLine {
  readonly number: number
  readonly text: string
}

/** An answer that shows lines of a memory with their numbers. */
export interface NumberedAnswer {
  readonly head: readonly string[]
  readonly lines: readonly NumberedLine[]
  readonly tail: readonly string[]
}

const NUMBERED = /^ *(\d+)\t(.*)$/s

/** The parts of an answer; null: it shows no numbered lines. */
export function numberedAnswer(content: string): NumberedAnswer | null {
  const all = content.split('\n')
  const first = all.findIndex((line) => NUMBERED.test(line))
  if (first === -1) return null
  const lines: NumberedLine[] = []
  for (const line of all.slice(first)) {
    const [, number, text] = NUMBERED.exec(line) ?? []
    if (number === undefined || text === undefined) break
    lines.push({ number: Number(number), text })
  }
  return { head: all.slice(0, first), lines, tail: all.slice(first + lines.length) }
}

/** Returns whether an answer shows this version. Its last line may be cut. */
export function showsVersion({ lines }: NumberedAnswer, version: string): boolean {
  const texts = splitLines(version)
  return lines.every(({ number, text }, index) => {
    const own = texts[number - 1]
    if (own === undefined) return false
    return own === text || (index === lines.length - 1 && own.startsWith(text))
  })
}

/** The answer without the hidden lines, numbered anew; null: it tells of no others. */
export function withoutLines(
  { head, lines, tail }: NumberedAnswer,
  hidden: ReadonlySet<number>,
): string | null {
  const kept = lines.filter(({ number }) => !hidden.has(number))
  const notes = tail.flatMap((line) => noteWithout(line, hidden))
  if (kept.length === 0 && notes.length === 0) return null
  const numbers = [...hidden].toSorted((one, other) => one - other)
  let before = 0
  const renumbered = kept.map(({ number, text }) => {
    while ((numbers[before] ?? Infinity) < number) before++
    return numberLines([text], number - before)
  })
  return [...head, ...renumbered, ...notes].join('\n')
}

const NOTE =
  /^\[(?:Line (\d+) is cut: (\d+) of its (\d+) characters are shown\.)? ?(?:Lines? (\d+)(?: to (\d+))? (?:is|are) left out; [^\]]*\]\.)?\]$/

/** The line that names what a view leaves out. */
function noteWithout(line: string, hidden: ReadonlySet<number>): string[] {
  const found = NOTE.exec(line)
  if (!found) return [line]
  const [cut, shown, of, from, to = from] = found
    .slice(1)
    .map((text: string | undefined) => (text === undefined ? undefined : Number(text)))
  const isCutShown = cut !== undefined && !hidden.has(cut)
  const note = leftOutNote({
    cut: isCutShown ? { line: numberWithout(cut, hidden), shown: shown ?? 0, of: of ?? 0 } : null,
    lines:
      from === undefined || to === undefined
        ? null
        : [numberWithout(from, hidden), numberWithout(to + 1, hidden) - 1],
  })
  return note === null ? [] : [note]
}
