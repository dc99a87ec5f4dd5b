const MAX_SHOWN = 4
const DOTS = '••••'

/**
 * A text that must not be read over a shoulder: its first characters, at most a quarter of it, and
 * always four dots, which do not tell its length.
 */
export function masked(text: string): string {
  const characters = [...text]
  const shown = Math.min(MAX_SHOWN, Math.floor(characters.length / 4))
  return `${characters.slice(0, shown).join('')}${DOTS}`
}
