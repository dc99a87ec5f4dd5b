/** Shorter lines stand everywhere: headings, brackets, `done`. */
const LEAST_CHARACTERS = 12

/**
 * A line as it is compared with others: NFKC, lower case, each run of other than letters and digits
 * one space. Null: too short to tell anything.
 */
export function comparedLine(line: string): string | null {
  const compared = line
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, ' ')
    .trim()
  return [...compared.slice(0, LEAST_CHARACTERS * 2)].length < LEAST_CHARACTERS ? null : compared
}
