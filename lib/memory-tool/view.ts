import type { Database } from '@/lib/db/database'
import type { Cause } from '@/lib/store/model/actor'
import { getMemoryAndSettings, type MemoryAndSettings } from '@/lib/store/memories/read-memories'
import type { FullMemory } from '@/lib/store/model/memory'
import { StoreError } from '@/lib/store/model/problems'
import { recordRead } from '@/lib/store/reads/reads'
import { numberLines, splitLines } from '@/lib/text/lines'
import { type CommandOf, refuseInput } from './command'
import { isDirectory, viewDirectory, viewMounts } from './view-directory'
import type { Mount } from './mount'
import { refuseCall } from './refusal'
import { parseToolPath } from './tool-path'

const MAX_LINES = 999_999

/** `view`: a directory two levels deep, or a file with its lines numbered. */
export async function view(
  db: Database,
  mounts: readonly Mount[],
  command: CommandOf<'view'>,
  cause: Cause,
): Promise<string> {
  const at = parseToolPath(command.path, mounts)
  const refuseRange = () => {
    if (command.view_range) refuseInput('view_range is for files, and this is a directory')
  }
  if (at.kind === 'root') {
    refuseRange()
    return viewMounts(db, mounts, at.shown)
  }
  const missing = `The path ${at.shown} does not exist. Please provide a valid path.`
  if (at.kind === 'unmounted') return refuseCall(missing)
  const { storeId } = at.mount
  const found = at.path === '' ? null : await foundAt(db, storeId, at.path)
  if (!found) {
    if (at.path !== '' && !(await isDirectory(db, storeId, at.path))) return refuseCall(missing)
    refuseRange()
    return viewDirectory(db, storeId, at)
  }
  const { memory, settings } = found
  recordRead(db, { memoryId: memory.id, sequence: memory.sequence, cause })
  return viewFile(at.shown, memory.content, command.view_range, settings.maxViewChars)
}

/** The memory at a path of a store as agents are served it; null if there is none. */
export async function memoryAt(
  db: Database,
  storeId: string,
  path: string,
): Promise<FullMemory | null> {
  return (await foundAt(db, storeId, path))?.memory ?? null
}

async function foundAt(
  db: Database,
  storeId: string,
  path: string,
): Promise<MemoryAndSettings | null> {
  return getMemoryAndSettings(db, { storeId, path, audience: 'agents' }).catch((error: unknown) => {
    if (error instanceof StoreError && error.problem.kind === 'memory_not_found') return null
    throw error
  })
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
  return [header, numberLines(shown.lines, first), ...leftOut(shown, first, last)].join('\n')
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

function leftOut(shown: Fitting, first: number, last: number): string[] {
  const next = first + shown.lines.length
  const parts: string[] = []
  if (shown.cut) {
    parts.push(
      `Line ${first} is cut: ${shown.cut.shown} of its ${shown.cut.of} characters are shown.`,
    )
  }
  if (next <= last) {
    const which = next === last ? `Line ${next} is` : `Lines ${next} to ${last} are`
    parts.push(`${which} left out; to see more, view again with view_range [${next}, ${last}].`)
  }
  return parts.length === 0 ? [] : [`[${parts.join(' ')}]`]
}
