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
