import type { ListedFile } from './practice-tools'
import { mentioned, wordsOf } from './words'

export interface ReadFile {
  file: ListedFile
  lines: readonly string[]
}

/** A line of a file that was read. */
export interface FoundLine extends ReadFile {
  index: number
  line: string
}

const foundLinesOf = (read: readonly ReadFile[]): FoundLine[] =>
  read.flatMap((each) => each.lines.map((line, index) => ({ ...each, index, line })))

/** The text of a line, without list and heading markers. */
export const wordsInLine = (line: string) => line.replace(/^[-*#>\s]+/, '').trim()

/** The lines about a topic, most matching words first; without words, all non-empty lines. */
export function linesAbout(read: readonly ReadFile[], words: readonly string[]): FoundLine[] {
  const lines = foundLinesOf(read).filter(({ line }) => wordsInLine(line) !== '')
  if (words.length === 0) return lines
  const scored = lines
    .map((found) => ({ found, score: scoreOf(found, words) }))
    .filter(({ score }) => score > 0)
    .sort((one, other) => other.score - one.score)
  const best = scored[0]?.score ?? 0
  return scored.filter(({ score }) => score >= best / 2).map(({ found }) => found)
}

/** A word found only in the path counts half: the path says what the line is about. */
function scoreOf({ line, file }: FoundLine, words: readonly string[]): number {
  const inLine = mentioned(line, words)
  if (inLine.length === 0) return 0
  const rest = words.filter((word) => !inLine.includes(word))
  return inLine.length + mentioned(file.path, rest).length / 2
}

/** Returns whether one line, together with its file's path, has all the words. */
export function isAnswered(read: readonly ReadFile[], words: readonly string[]): boolean {
  if (words.length === 0) return true
  return foundLinesOf(read).some(({ line, file }) => {
    const inLine = mentioned(line, words)
    return inLine.length > 0 && mentioned(`${file.path} ${line}`, words).length === words.length
  })
}

/**
 * The lines that a person may mean by a text: equal to it, else containing it exactly, else
 * ignoring case; with `byWords`, else containing all its words.
 */
export function linesMeant(
  read: readonly ReadFile[],
  text: string,
  { byWords }: { byWords: boolean },
): FoundLine[] {
  const lines = foundLinesOf(read)
  const lower = text.toLowerCase()
  const words = wordsOf(text)
  const rules: ((line: string) => boolean)[] = [
    (line) => wordsInLine(line).toLowerCase() === lower,
    (line) => line.includes(text),
    (line) => line.toLowerCase().includes(lower),
    (line) => byWords && words.length > 0 && mentioned(line, words).length === words.length,
  ]
  for (const rule of rules) {
    const found = lines.filter(({ line }) => rule(line))
    if (found.length > 0) return found
  }
  return []
}
