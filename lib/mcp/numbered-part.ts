import { numberLines, splitLines } from '@/lib/text/lines'
import { beginningOf } from './bounded-text'

/** A part of a text with its lines numbered. */
export interface NumberedPart {
  text: string
  /** the first line that is left out after it; null: none */
  next: number | null
  /** words on the lines left out, and on reading further */
  notes: string[]
}

/** The characters that a line's number, its tab and its newline take up. */
const COLUMNS = 8

/** The lines of a text from one on, as many as fit; null: there is no such line. */
export function numberedPart(content: string, from: number, length: number): NumberedPart | null {
  const lines = splitLines(content)
  if (from > lines.length) return null
  const shown = fitting(lines.slice(from - 1), length)
  const [first = ''] = shown
  const whole = lines[from - 1] ?? ''
  const isCut = first.length < whole.length
  const next = from + shown.length > lines.length ? null : from + shown.length
  const cut = `Line ${from} is cut: ${first.length} of its ${whole.length} characters are shown.`
  const rest = `Lines ${next} to ${lines.length} are left out; read again with from_line ${next}.`
  const notes = [...(isCut ? [cut] : []), ...(next === null ? [] : [rest])]
  return { text: numberLines(shown, from), next, notes: notes.map((each) => `[${each}]`) }
}

/** At least the beginning of the first. */
function fitting(lines: readonly string[], length: number): string[] {
  let room = length
  const shown: string[] = []
  for (const line of lines) {
    room -= line.length + COLUMNS
    if (room < 0) break
    shown.push(line)
  }
  return shown.length > 0 ? shown : [beginningOf(lines[0] ?? '', length - COLUMNS)]
}
