/** Signs that mean something where they stand: `-5`, `1.5`, `!=`, `!x`. */
const TELLING = /[-+.,:/](?=\d)|!(?=[=\p{L}])/gu

/** Kept for the telling ones while the others go. */
const KEPT = String.fromCodePoint(0xe000)

/**
 * Whether lines say the same before and after, but for white space, case and punctuation. Signs
 * that change what a number or a condition means are no punctuation here.
 */
export function differsOnlyInForm(removed: readonly string[], added: readonly string[]): boolean {
  return saidBy(removed) === saidBy(added)
}

function saidBy(lines: readonly string[]): string {
  return lines
    .join('\n')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll(TELLING, (sign) => `${KEPT}${sign.charCodeAt(0)}${KEPT}`)
    .replaceAll(/[\s\p{P}]+/gu, ' ')
    .trim()
}
