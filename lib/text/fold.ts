/** The only code point whose lower case is longer than itself in UTF-16; none is shorter. */
const DOTTED_CAPITAL_I = '\u0130'

/**
 * Folds a text for case-insensitive search. Each code point is lower-cased if that keeps its length
 * in UTF-16 and left alone otherwise, so offsets in the folded text are offsets in the original,
 * and neighbours never matter: a well-formed text that occurs in another also occurs in it folded.
 *
 * Lower-casing a whole text at once is much faster than going by code points and differs in only
 * two ways: `İ` grows, and whether `Σ` becomes `σ` or `ς` depends on its neighbours. The first is
 * excluded, the second unified. The test checks this for every code point of Node's Unicode
 * version.
 */
export function foldForSearch(text: string): string {
  const lower = text.toLowerCase()
  const folded = lower.length === text.length ? lower : lowerAround(text, DOTTED_CAPITAL_I)
  return folded.replaceAll('ς', 'σ')
}

function lowerAround(text: string, kept: string): string {
  return text
    .split(kept)
    .map((part) => part.toLowerCase())
    .join(kept)
}
