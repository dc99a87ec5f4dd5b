import type { AgentToolUse } from '@/lib/agent/session-event'
import { actionOf } from '@/lib/memory-tool/tool-effects'
import { countLines, linesOfOffsets, splitLines } from '@/lib/text/lines'
import { occurrences } from '@/lib/text/occurrences'
import { type HiddenLines, numberWithout, withoutNumbers } from './hidden-lines'

/**
 * The input of a call that wrote a memory, without the lines of it that are hidden; null: the call wrote
 * nothing else. `written`: the version that it wrote; null: not known, or none.
 */
export function inputWithout(
  call: Pick<AgentToolUse, 'name' | 'input'>,
  hidden: HiddenLines,
  written: string | null,
): AgentToolUse['input'] | null {
  const { input } = call
  switch (actionOf(call)) {
    case 'create':
      return withField(input, 'file_text', hidden.without(textOf(input.file_text)))
    case 'memory_write':
      return withField(input, 'content', hidden.without(textOf(input.content)))
    case 'insert':
      return insertWithout(input, hidden, written)
    case 'str_replace':
    case 'memory_edit':
      return editWithout(input, hidden, written)
    default:
      return input
  }
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function withField(
  input: AgentToolUse['input'],
  field: string,
  left: string,
): AgentToolUse['input'] | null {
  const before = textOf(input[field])
  if (left === before) return input
  return left.trim() === '' ? null : { ...input, [field]: left }
}

function insertWithout(
  input: AgentToolUse['input'],
  hidden: HiddenLines,
  written: string | null,
): AgentToolUse['input'] | null {
  const after = Number(input.insert_line)
  const text = textOf(input.insert_text)
  if (written === null || !Number.isInteger(after)) {
    return withField(input, 'insert_text', withoutWords(text, hidden))
  }
  const numbers = hidden.in(written)
  const count = countLines(text)
  const own = new Set(Array.from(numbers, (number) => number - after).filter((at) => at <= count))
  const left = withField(input, 'insert_text', withoutNumbers(text, own))
  const insert_line = numberWithout(after + 1, numbers) - 1
  return left === null || insert_line === after ? left : { ...left, insert_line }
}

/** An edit within hidden lines goes; of one that reaches further, what it says of them. */
function editWithout(
  input: AgentToolUse['input'],
  hidden: HiddenLines,
  written: string | null,
): AgentToolUse['input'] | null {
  const [from, to] = [textOf(input.old_str), textOf(input.new_str)]
  if (written !== null && isWithin(to, hidden.in(written), written)) return null
  const old_str = withoutWords(from, hidden)
  const new_str = withoutWords(to, hidden)
  if (old_str === from && new_str === to) return input
  return old_str.trim() === '' || old_str === new_str ? null : { ...input, old_str, new_str }
}

/** Returns whether the lines that a text was put into are all hidden. Where it stands twice, that is not known. */
function isWithin(put: string, numbers: ReadonlySet<number>, written: string): boolean {
  const [at, ...others] = put === '' ? [] : occurrences(written, put)
  if (at === undefined || others.length > 0) return false
  const [first = 0, last = 0] = linesOfOffsets(written, [at, at + put.length - 1])
  return splitLines(written)
    .slice(first - 1, last)
    .every((line, index) => line.trim() === '' || numbers.has(first + index))
}

function withoutWords(text: string, hidden: HiddenLines): string {
  return text
    .split('\n')
    .filter((line) => !hidden.holds(line))
    .join('\n')
}
