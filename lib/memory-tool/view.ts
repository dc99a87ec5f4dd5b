import { numberLines, splitLines } from '@/lib/text/lines'
import { type CommandOf, refuseInput } from './command'
import type { MemoryFiles } from './memory-files'
import type { Mount } from './mount'
import { refuseCall } from './refusal'
import { parseToolPath } from './tool-path'
import { viewDirectory, viewMounts } from './view-directory'

const MAX_LINES = 999_999

/** `view`: a directory two levels deep, or a file with its lines numbered. */
export async function view(
  files: MemoryFiles,
  mounts: readonly Mount[],
  command: CommandOf<'view'>,
): Promise<string> {
  const at = parseToolPath(command.path, mounts)
  const refuseRange = () => {
    if (command.view_range) refuseInput('view_range is for files, and this is a directory')
  }
  if (at.kind === 'root') {
    refuseRange()
    return viewMounts(files, mounts, at.shown)
  }
  const missing = `The path ${at.shown} does not exist. Please provide a valid path.`
  if (at.kind === 'unmounted') return refuseCall(missing)
  const { storeId } = at.mount
  const address = { storeId, path: at.path }
  const found = at.path === '' ? null : await files.read(address)
  if (found) return viewFile(at.shown, found.content, command.view_range, found.maxViewChars)
  if (at.path !== '' && !(await files.hasDirectory(address))) return refuseCall(missing)
  refuseRange()
  return viewDirectory(files, storeId, at)
}

/**
 * The answer for a file. `range` is 1-based and inclusive, -1 for the end; `maxChars` limits the
 * numbered lines, and a last line names what was left out.
 */
export function viewFile(
  path: string,
  content: string,
  range: readonly [number, number] | undefined,
  maxChars: number,
): string {
  const lines = splitLines(content)
  if (lines.length > MAX_LINES) {
    return refuseCall(`File ${path} exceeds maximum line limit of 999,999 lines.`)
  }
  const [first, last] = checkedRange(lines.length, range)
  const shown = fitting(lines.slice(first - 1, last), maxChars)
  const header = `Here's the content of ${path} with line numbers:`
  const note = leftOutNote({
    cut: shown.cut && { line: first, ...shown.cut },
    lines: [first + shown.lines.length, last],
  })
  return [header, numberLines(shown.lines, first), ...(note === null ? [] : [note])].join('\n')
}

/** Counts the lines of a content that the answer for the whole file omits or cuts. */
export function linesNotSeen(content: string, maxChars: number): { lines: number; total: number } {
  const lines = splitLines(content)
  const shown = fitting(lines, maxChars)
  const whole = shown.lines.length - (shown.cut ? 1 : 0)
  return { lines: lines.length - whole, total: lines.length }
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

interface Fitting {
  lines: string[]
  /** of the last line, if it alone was too long: how many of its characters are shown */
  cut: { shown: number; of: number } | null
}

/** The characters that a line's number and tab take up. */
const COLUMNS = 8

function fitting(lines: readonly string[], maxChars: number): Fitting {
  let room = maxChars
  const shown: string[] = []
  for (const line of lines) {
    room -= line.length + COLUMNS
    if (room < 0) break
    shown.push(line)
  }
  const [first] = lines
  if (shown.length > 0 || first === undefined) return { lines: shown, cut: null }
  const part = first.slice(0, maxChars).replace(/[\ud800-\udbff]$/, '')
  return { lines: [part], cut: { shown: part.length, of: first.length } }
}

/** The parts that a view leaves out: characters of one line, and lines, from and to; of none, to is before from. */
export interface LeftOut {
  readonly cut: { readonly line: number; readonly shown: number; readonly of: number } | null
  readonly lines: readonly [from: number, to: number] | null
}

/** The last line of a view, which names what it leaves out; null: nothing. */
export function leftOutNote({ cut, lines }: LeftOut): string | null {
  const parts: string[] = []
  if (cut) {
    parts.push(`Line ${cut.line} is cut: ${cut.shown} of its ${cut.of} characters are shown.`)
  }
  const [next, last] = lines ?? [1, 0]
  if (next <= last) {
    const which = next === last ? `Line ${next} is` : `Lines ${next} to ${last} are`
    parts.push(`${which} left out; to see more, view again with view_range [${next}, ${last}].`)
  }
  return parts.length === 0 ? null : `[${parts.join(' ')}]`
}
