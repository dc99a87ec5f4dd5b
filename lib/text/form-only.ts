/** Signs that mean something where they stand: `-5`, `1.5`, `!=`, `!x`. */
const TELLING = /[-+.,:/](?=\d)|!(?=[=\p{L}])/gu

/** Kept for the telling ones while the others go. */
const KEPT = String.fromCodePoint(0xe000)

/**
 * Returns whether lines say the same before and after, but for white space, case and punctuation.
 * Signs that change the meaning of a number or a condition do not count as punctuation.
 */
export function differsOnlyInForm(removed: readonly string[], added: readonly string[]): boolean {
  const others = wordsOf(added)
  // Word by word: most changes say something else in their first lines.
  for (const word of wordsOf(removed)) if (others.next().value !== word) return false
  return others.next().done === true
}

function* wordsOf(lines: readonly string[]): Generator<string, undefined> {
  for (const line of lines) {
    for (const word of saidBy(line).split(' ')) if (word !== '') yield word
  }
}

function saidBy(line: string): string {
  return line
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(TELLING, (sign) => `${KEPT}${sign.charCodeAt(0)}${KEPT}`)
    .replaceAll(/[\s\p{P}]+/gu, ' ')
}
