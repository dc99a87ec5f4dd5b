/** The one code point whose lower case is longer than itself in UTF-16; none is shorter. */
const DOTTED_CAPITAL_I = '\u0130'

/**
 * Folds a text for search without regard to case. Each code point is lower-cased where that keeps its length
 * in UTF-16 and stays where it does not, so offsets in the folded text are offsets in the original, and
 * its neighbours never matter: a well-formed text that stands in another stands in it folded as well.
 *
 * Lower-casing a whole text at once, which is much faster than going by code points, differs from that in two
 * things only: `İ` grows, and whether `Σ` becomes `σ` or `ς` hangs on its neighbours. The first is kept out, the
 * second made the same. The test holds this for every code point of the Unicode version that Node brings.
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
