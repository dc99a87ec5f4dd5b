/**
 * The lines that Claude Code stamps into its memory with every write: nobody said them, and nobody
 * loses them.
 */
const STAMP =
  /^\s+(?:modified: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z|originSessionId: [\da-f-]{36}|node_type: memory)\r?\n?$/

/** Shorter lines stand everywhere: headings, brackets, `done`. */
const MIN_CHARACTERS = 12

/** Matches a unit beyond ASCII. */
const BEYOND_ASCII = /[^\0-\x7f]/

/**
 * A line as it is compared with others: NFKC, lower case, each run of other than letters and digits
 * one space. Null: too short to tell anything, or a stamp.
 */
export function comparedLine(line: string): string | null {
  if (STAMP.test(line)) return null
  if (!BEYOND_ASCII.test(line)) {
    // Plain letters need no tables of Unicode, which take most of the time.
    const compared = line
      .toLowerCase()
      .replaceAll(/[^a-z\d]+/g, ' ')
      .trim()
    return compared.length < MIN_CHARACTERS ? null : compared
  }
  const compared = line
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return [...compared.slice(0, MIN_CHARACTERS * 2)].length < MIN_CHARACTERS ? null : compared
}
