/** Up to this many characters stand at the beginning of what is masked; short texts show fewer. */
const MOST_SHOWN = 4

/**
 * A text that is not to be read over a shoulder: its first characters, so that it is known again, and
 * dots. Four dots stand for any length.
 */
export function masked(text: string): string {
  const characters = [...text]
  const shown = Math.min(MOST_SHOWN, Math.floor(characters.length / 4))
  return `${characters.slice(0, shown).join('')}••••`
}
