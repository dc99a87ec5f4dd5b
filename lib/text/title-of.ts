const MAX_CHARACTERS = 60

/** A text as a title: its first line, cut between words where it is long; '' where nothing is said. */
export function titleOf(text: string): string {
  const line = text.trim().split('\n', 1)[0]?.trim() ?? ''
  const characters = [...line]
  if (characters.length <= MAX_CHARACTERS) return line
  const cut = characters.slice(0, MAX_CHARACTERS).join('')
  const space = cut.lastIndexOf(' ')
  return `${space > MAX_CHARACTERS / 2 ? cut.slice(0, space) : cut}…`
}
