import { humanSize } from '@/lib/text/human-size'
import { numberLines, splitLines } from '@/lib/text/lines'
import { wholeStart } from '@/lib/text/long-text'
import { comparePaths } from '@/lib/text/memory-path'
import { refuseCall } from './words'

const MAX_LINES = 999_999
/** The characters that a line's number, its tab and its newline take up. */
const COLUMNS = 8

/** A text with its middle left out, where it is longer than that many characters. */
export function withoutMiddle(text: string, most: number): string {
  if (text.length <= most) return text
  const gap = (left: number) => `\n[… ${left} characters]\n`
  const half = Math.floor((most - gap(text.length).length) / 2)
  const start = wholeStart(text, half)
  const end = text.slice(-half).replace(/^[\udc00-\udfff]/, '')
  return start + gap(text.length - start.length - end.length) + end
}

/**
 * Lines from the first one on that fit, and how many are left out. `besides`: what each takes up beside
 * its own characters, such as its newline.
 */
export function fittingLines(
  lines: readonly string[],
  most: number,
  besides = 1,
): { shown: string[]; left: number } {
  let room = most
  const shown: string[] = []
  for (const line of lines) {
    room -= line.length + besides
    if (room < 0) break
    shown.push(line)
  }
  return { shown, left: lines.length - shown.length }
}

/** A part of a file with its lines numbered. */
export interface NumberedPart {
  text: string
  /** the first line that is left out after it; null: none is */
  next: number | null
  /** what is cut and what is left out; null: nothing */
  note: string | null
}

export interface Part {
  /** 1-based, inclusive */
  first: number
  last: number
  /** characters, with the note */
  most: number
  /** how to ask for lines that are left out */
  more: (from: number, to: number) => string
}

/** As many of these lines as fit, at least the beginning of the first. */
export function numberedPart(lines: readonly string[], part: Part): NumberedPart {
  const { first, last, most } = part
  const wanted = lines.slice(first - 1, last)
  const all = fittingLines(wanted, most, COLUMNS)
  if (all.left === 0) return { text: numberLines(all.shown, first), next: null, note: null }
  const [line = ''] = wanted
  const room = most - noteOf(part, { shown: line.length, of: line.length }, last - 1).length
  const { shown } = fittingLines(wanted, room, COLUMNS)
  const start = shown.length > 0 ? null : wholeStart(line, Math.max(0, room - COLUMNS))
  const next = first + Math.max(1, shown.length)
  const cut = start === null ? null : { shown: start.length, of: line.length }
  return {
    text: numberLines(start === null ? shown : [start], first),
    next: next > last ? null : next,
    note: noteOf(part, cut, next),
  }
}

/** `cut`: of the first line, if it alone is too long. */
function noteOf(
  { first, last, more }: Part,
  cut: { shown: number; of: number } | null,
  next: number,
): string {
  const parts: string[] = []
  if (cut) parts.push(`Line ${first} is cut: ${cut.shown} of its ${cut.of} characters are shown.`)
  if (next <= last) {
    const which = next === last ? `Line ${next} is` : `Lines ${next} to ${last} are`
    parts.push(`${which} left out; ${more(next, last)}.`)
  }
  return `[${parts.join(' ')}]`
}

const viewAgain = (from: number, to: number) =>
  `to see more, view again with view_range [${from}, ${to}]`

/**
 * The answer to `view` of a file. `range` is 1-based and inclusive, -1 for the end; `most` bounds the
 * whole answer, whose last line then names what is left out.
 */
export function viewFile(
  path: string,
  content: string,
  range: readonly [number, number] | undefined,
  most: number,
): string {
  const lines = splitLines(content)
  if (lines.length > MAX_LINES) {
    return refuseCall(`File ${path} exceeds maximum line limit of 999,999 lines.`)
  }
  const [first, last] = checkedRange(lines.length, range)
  const header = `Here's the content of ${path} with line numbers:`
  const room = most - header.length - 1
  const { text, note } = numberedPart(lines, { first, last, most: room, more: viewAgain })
  return [header, text, ...(note === null ? [] : [note])].join('\n')
}

/** How many lines of a file such an answer leaves out or cuts: all but a last note begin with a number. */
export function linesNotSeen(answer: string, content: string): { lines: number; total: number } {
  const total = splitLines(content).length
  const [, ...shown] = answer.split('\n')
  const note = shown.at(-1)?.startsWith('[') ? shown.pop() : undefined
  const isCut = note?.includes(' is cut: ') ?? false
  return { lines: total - shown.length + Number(isCut), total }
}

function checkedRange(
  count: number,
  range: readonly [number, number] | undefined,
): [number, number] {
  if (!range) return [1, count]
  const [first, last] = range
  const end = last === -1 ? count : last
  if (first < 1 || first > count || end < first) {
    refuseCall(
      `Error: Invalid \`view_range\` parameter: [${first}, ${last}]. It should be within the range of lines of the file: [1, ${count}]`,
    )
  }
  return [first, Math.min(end, count)]
}

/** A file or a directory in a listing. */
export interface Entry {
  /** a directory's with a trailing slash */
  path: string
  /** bytes; of a directory, of all below it */
  size: number
}

/**
 * The answer to `view` of a directory: itself, then two levels of entries by path. `files`: all below
 * it, with paths that begin with `shown`; `standing`: directories that are there without any file.
 */
export function viewDirectory(
  shown: string,
  files: readonly Entry[],
  most: number,
  standing: readonly string[] = [],
): string {
  const size = files.reduce((sum, file) => sum + file.size, 0)
  const header = [
    `Here're the files and directories up to 2 levels deep in ${shown}, excluding hidden items and node_modules:`,
    `${humanSize(size)}\t${shown}`,
  ]
  const lines = twoLevels(shown, files, standing).map(
    (entry) => `${humanSize(entry.size)}\t${entry.path}`,
  )
  const room = most - header.join('\n').length - 1
  const isWhole = fittingLines(lines, room + 1).left === 0
  if (isWhole) return [...header, ...lines].join('\n')
  const fits = fittingLines(lines, room - moreEntries(lines.length).length)
  return [...header, ...fits.shown, moreEntries(fits.left)].join('\n')
}

const moreEntries = (left: number) => `[${left} more entries; view a directory below.]`

function twoLevels(shown: string, files: readonly Entry[], standing: readonly string[]): Entry[] {
  const sizes = new Map(standing.map((path) => [path, 0]))
  for (const { path, size } of files) {
    const segments = path.slice(shown.length + 1).split('/')
    let above = shown
    for (const [depth, segment] of segments.slice(0, 2).entries()) {
      if (isHidden(segment)) break
      above += `/${segment}`
      const entry = depth + 1 < segments.length ? `${above}/` : above
      sizes.set(entry, (sizes.get(entry) ?? 0) + size)
    }
  }
  return [...sizes]
    .map(([path, size]) => ({ path, size }))
    .sort((one, other) => comparePaths(one.path, other.path))
}

function isHidden(name: string): boolean {
  return name.startsWith('.') || name === 'node_modules'
}

/** What a directory's view leaves out: hidden items and `node_modules`, and what deeper folders hold. */
export function notInView(
  shown: string,
  files: readonly Entry[],
): { hidden: string[]; deeper: string[] } {
  const hidden = new Set<string>()
  const deeper = new Set<string>()
  for (const { path } of files) {
    const names = path.slice(shown.length + 1).split('/')
    const at = names.slice(0, 2).findIndex(isHidden)
    const upTo = (count: number) =>
      `${shown}/${names.slice(0, count).join('/')}${count < names.length ? '/' : ''}`
    if (at >= 0) hidden.add(upTo(at + 1))
    else if (names.length > 2) deeper.add(upTo(2))
  }
  return { hidden: [...hidden], deeper: [...deeper] }
}
