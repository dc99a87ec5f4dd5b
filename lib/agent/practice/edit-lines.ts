/** A replacement in a file, for tools that want a text which stands in it once. */
export interface Edit {
  from: string
  to: string
}

/** Puts another line in a line's place. */
export function replacedLine(lines: readonly string[], index: number, line: string): Edit {
  const first = firstOfUnique(lines, index, '')
  return {
    from: lines.slice(first, index + 1).join('\n'),
    to: [...lines.slice(first, index), line].join('\n'),
  }
}

/** Takes a line out; null where the file has no other. */
export function removedLine(lines: readonly string[], index: number): Edit | null {
  if (lines.length < 2) return null
  if (index < lines.length - 1) {
    const first = firstOfUnique(lines, index, '\n')
    const before = lines.slice(first, index)
    const from = `${lines.slice(first, index + 1).join('\n')}\n`
    return { from, to: before.length === 0 ? '' : `${before.join('\n')}\n` }
  }
  // The last one may end without a line feed: the one before it goes.
  const first = Math.min(firstOfUnique(lines, index, ''), index - 1)
  return { from: lines.slice(first).join('\n'), to: lines.slice(first, index).join('\n') }
}

/** Puts a line after the last one; null where nothing stands there to hold on to. */
export function addedLine(lines: readonly string[], line: string): Edit | null {
  const index = lines.findLastIndex((each) => each !== '')
  if (index === -1) return null
  return replacedLine(lines, index, `${lines[index] ?? ''}\n${line}`)
}

/** From which line on a text that ends with a line stands in the file only once. */
function firstOfUnique(lines: readonly string[], index: number, end: string): number {
  const whole = `${lines.join('\n')}\n`
  for (let first = index; first > 0; first--) {
    const text = `${lines.slice(first, index + 1).join('\n')}${end}`
    if (text.trim() !== '' && whole.indexOf(text) === whole.lastIndexOf(text)) return first
  }
  return 0
}
