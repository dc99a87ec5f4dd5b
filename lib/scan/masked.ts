import { splitLines } from '@/lib/text/lines'
import { lineStarts } from './detectors/scanned-text'
import { type Flag, type Flags, PATH_LINE, type ScannedMemory } from './flag'

const maskOf = ({ rule }: Pick<Flag, 'rule'>) => `[masked: ${rule}]`

/** A text with `[masked: {rule}]` in place of what these flags found; what overlaps becomes one. */
export function maskedText(content: string, flags: readonly Flag[]): string {
  return replaced(content, flags, ({ mask }) => mask)
}

/** A text that is kept out, and what stands in its place. */
export interface TextMask {
  text: string
  mask: string
}

/** Shorter texts stand in too much that was not meant. */
const FEWEST_UNITS = 4

/**
 * What these flags found in a memory, its path included, with what takes its place; the longest
 * first. By `withoutTexts` it is taken out of the call that wrote the memory.
 */
export function foundTexts({ path, content }: ScannedMemory, flags: readonly Flag[]): TextMask[] {
  const inPath = flags
    .filter(({ line }) => line === PATH_LINE)
    .map((flag) => ({ text: path.slice(flag.fromColumn, flag.toColumn), mask: maskOf(flag) }))
  return [...inPath, ...rangesOf(content, flags)]
    .filter(({ text }) => text.length >= FEWEST_UNITS)
    .map(({ text, mask }) => ({ text, mask }))
    .toSorted((one, other) => other.text.length - one.text.length)
}

/** A text without what was found elsewhere. */
export function withoutTexts(text: string, masks: readonly TextMask[]): string {
  return masks.reduce((left, each) => left.replaceAll(each.text, () => each.mask), text)
}

/** Up to this many characters stand at the beginning of what is masked; short texts show fewer. */
const MOST_SHOWN = 4

const DOTS = masked('')

/**
 * The lines of a text as previews show them: of each secret at most the first four characters, and of
 * a text that is unknown nothing but where its lines are.
 */
export function previewLines(content: string, { found, isWhole }: Flags): string[] {
  if (!isWhole) return splitLines(content).map(dotted)
  const secrets = found.filter(({ category }) => category === 'secret')
  const shown = replaced(content, secrets, ({ text }) => {
    const [first = '', ...rest] = text.split('\n')
    return [masked(first), ...rest.map(dotted)].join('\n')
  })
  return splitLines(shown)
}

const dotted = (line: string): string => (line.trim() === '' ? line : DOTS)

interface Range extends TextMask {
  from: number
  to: number
}

function replaced(
  content: string,
  flags: readonly Flag[],
  instead: (range: Range) => string,
): string {
  let text = ''
  let end = 0
  for (const range of rangesOf(content, flags)) {
    text += content.slice(end, range.from) + instead(range)
    end = range.to
  }
  return text + content.slice(end)
}

/** What flags, in the text’s order, found in it, and apart; those in the path are left out. */
function rangesOf(content: string, flags: readonly Flag[]): Range[] {
  const starts = lineStarts(content)
  const at = (line: number, column: number) =>
    Math.min(content.length, (starts[line - 1] ?? content.length) + column)
  const apart: Omit<Range, 'text'>[] = []
  for (const flag of flags) {
    if (flag.line === PATH_LINE) continue
    const from = at(flag.line, flag.fromColumn)
    const to = at(flag.toLine, flag.toColumn)
    const last = apart.at(-1)
    if (last && from < last.to) last.to = Math.max(last.to, to)
    else apart.push({ from, to, mask: maskOf(flag) })
  }
  return apart.map((range) => ({ ...range, text: content.slice(range.from, range.to) }))
}

/**
 * A text that is not to be read over a shoulder: its first characters, so that it is known again, and
 * dots. Four dots stand for any length.
 */
export function masked(text: string): string {
  const characters = [...text]
  const shown = Math.min(MOST_SHOWN, Math.floor(characters.length / 4))
  return `${characters.slice(0, shown).join('')}••••`
}
