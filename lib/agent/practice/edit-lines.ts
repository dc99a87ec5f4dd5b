/** A replacement in a file, for tools that need a text that occurs exactly once. */
export interface Edit {
  from: string
  to: string
}

/** Replaces a line. */
export function replacedLine(lines: readonly string[], index: number, line: string): Edit {
  const first = firstOfUnique(lines, index, '')
  return {
    from: lines.slice(first, index + 1).join('\n'),
    to: [...lines.slice(first, index), line].join('\n'),
  }
}

/** Removes a line; null if it is the only one. */
export function removedLine(lines: readonly string[], index: number): Edit | null {
  if (lines.length < 2) return null
  if (index < lines.length - 1) {
    const first = firstOfUnique(lines, index, '\n')
    const before = lines.slice(first, index)
    const from = `${lines.slice(first, index + 1).join('\n')}\n`
    return { from, to: before.length === 0 ? '' : `${before.join('\n')}\n` }
  }
  // The last line may lack a line feed, so the one before it is included.
  const first = Math.min(firstOfUnique(lines, index, ''), index - 1)
  return { from: lines.slice(first).join('\n'), to: lines.slice(first, index).join('\n') }
}

/** Adds a line after the last non-empty one; null if all are empty. */
export function addedLine(lines: readonly string[], line: string): Edit | null {
  const index = lines.findLastIndex((each) => each !== '')
  if (index === -1) return null
  return replacedLine(lines, index, `${lines[index] ?? ''}\n${line}`)
}

/** The first line from which the text up to the end of this line occurs only once in the file. */
function firstOfUnique(lines: readonly string[], index: number, end: string): number {
  const whole = `${lines.join('\n')}\n`
  for (let first = index; first > 0; first--) {
    const text = `${lines.slice(first, index + 1).join('\n')}${end}`
    if (text.trim() !== '' && whole.indexOf(text) === whole.lastIndexOf(text)) return first
  }
  return 0
}
