/** Lines of memories: which ones a person means, and how a tool changes one of them. */

/** A file as the tools name it; `store`: where they name that apart. */
export interface PracticeFile {
  path: string
  store: string | null
}

export interface ReadFile {
  file: PracticeFile
  lines: readonly string[]
}

export interface FoundLine extends ReadFile {
  index: number
  line: string
}

export const rawWords = (text: string): string[] =>
  text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []

/** The words of a text, each once: ports and port are one. */
export const wordsOf = (text: string): string[] => [
  ...new Set(rawWords(text).map((word) => word.replace(/^(.{2,}[^s])s$/u, '$1'))),
]

/** Shorter words begin too many others. */
const LEAST_BEGINNING = 4

/** Those of the words that a text mentions: one of its own begins so. */
export function mentioned(text: string, words: readonly string[]): string[] {
  const own = rawWords(text)
  const isOf = (word: string) => (each: string) =>
    word.length < LEAST_BEGINNING ? each === word || each === `${word}s` : each.startsWith(word)
  return words.filter((word) => own.some(isOf(word)))
}

/** What a line says, without the marks of a list or a heading. */
export const wordsInLine = (line: string): string => line.replace(/^[-*#>\s]+/, '').trim()

const linesOf = (read: readonly ReadFile[]): FoundLine[] =>
  read
    .flatMap((each) => each.lines.map((line, index) => ({ ...each, index, line })))
    .filter(({ line }) => wordsInLine(line) !== '')

/** The lines about a topic, the best ones first; without words, all of them. */
export function linesAbout(read: readonly ReadFile[], words: readonly string[]): FoundLine[] {
  const scored = linesOf(read).map((found) => ({
    found,
    score: mentioned(found.line, words).length,
  }))
  const best = Math.max(0, ...scored.map(({ score }) => score))
  return scored
    .filter(({ score }) => words.length === 0 || (score > 0 && score >= best / 2))
    .sort((one, other) => other.score - one.score)
    .map(({ found }) => found)
}

/** Whether one line with its file's path has all the words. */
export const isAnswered = (read: readonly ReadFile[], words: readonly string[]): boolean =>
  linesAbout(read, words).some(
    ({ line, file }) => mentioned(`${file.path} ${line}`, words).length === words.length,
  )

/**
 * The lines that a person may mean by a text: those that are it; else those that hold it, as written,
 * then in any case; else, where words will do, those that hold all its words.
 */
export function linesMeant(
  read: readonly ReadFile[],
  text: string,
  by: 'text' | 'words',
): FoundLine[] {
  const lower = text.toLowerCase()
  const words = by === 'words' ? wordsOf(text) : []
  const rules: ((line: string) => boolean)[] = [
    (line) => wordsInLine(line).toLowerCase() === lower,
    (line) => line.includes(text),
    (line) => line.toLowerCase().includes(lower),
    (line) => words.length > 0 && mentioned(line, words).length === words.length,
  ]
  const lines = linesOf(read)
  const found = rules.map((rule) => lines.filter(({ line }) => rule(line)))
  return found.find(({ length }) => length > 0) ?? []
}

/** A text to put in another's place, which stands in the file exactly once, as the tools want it. */
export interface Edit {
  from: string
  to: string
}

/**
 * Puts lines in the place of one; none takes it out, which a file of one line does not allow. Lines
 * beside it are repeated as far as it takes for the text to stand there once.
 */
export function editedLine(
  lines: readonly string[],
  index: number,
  becomes: readonly string[],
): Edit {
  const whole = `${lines.join('\n')}\n`
  const goes = becomes.length === 0
  // The line feed of a line that goes is that of the line before, or its own in the first one.
  let first = goes ? Math.max(0, index - 1) : index
  let last = goes && index === 0 ? 1 : index
  const text = () => lines.slice(first, last + 1).join('\n')
  const isUnique = () => text().trim() !== '' && whole.indexOf(text()) === whole.lastIndexOf(text())
  while (first > 0 && !isUnique()) first--
  while (last < lines.length - 1 && !isUnique()) last++
  const to = [...lines.slice(first, index), ...becomes, ...lines.slice(index + 1, last + 1)]
  return { from: text(), to: to.join('\n') }
}

/** Adds a line after the last that is not empty; null: all are. */
export function addedLine(lines: readonly string[], line: string): Edit | null {
  const index = lines.findLastIndex((each) => each !== '')
  return index === -1 ? null : editedLine(lines, index, [lines[index] ?? '', line])
}
