const MAX_CHARACTERS = 60

/** A title for a text: its first line, cut between words if long; '' for an empty text. */
export function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
  const characters = [...line]
  if (characters.length <= MAX_CHARACTERS) return line
  const cut = characters.slice(0, MAX_CHARACTERS).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > MAX_CHARACTERS / 2 ? cut.slice(0, space) : cut}…`
}

/** Fewer characters of a text stand at the end of many a title by chance. */
const MIN_LEFT = 4

/**
 * A title that was cut within `text`, with a replacement for what is left of that; null: it was not.
 */
export function withoutCutText(title: string, text: string, replacement: string): string | null {
  if (!title.endsWith('…')) return null
  const stem = title.slice(0, -1)
  for (let length = Math.min(stem.length, text.length - 1); length >= MIN_LEFT; length--) {
    if (stem.endsWith(text.slice(0, length))) return `${stem.slice(0, -length)}${replacement}…`
  }
  return null
}
