/** Characters of a secret that stay visible: enough to recognise it, not enough to use it. */
const TELLING = 4

const DOT = '•'
const SHORT = DOT.repeat(8)

/** A line in which this range is masked but for its first characters, at the same length. */
export function maskedIn(line: string, from: number, to: number): string {
  const shownUntil = from + Math.min(TELLING, Math.floor((to - from) / 4))
  return line.slice(0, shownUntil) + DOT.repeat(Math.max(0, to - shownUntil)) + line.slice(to)
}

/** A line of which nothing is known: masked but for its first characters, at the same length. */
export const maskedWhole = (line: string): string => maskedIn(line, 0, line.length)

/** A masked line without how long the secrets in it are. */
export const withShortMasks = (line: string): string => line.replace(/•{9,}/g, SHORT)
