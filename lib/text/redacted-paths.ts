import { MAX_PATH_BYTES, memoryPathProblem } from './memory-path'
import { inOneLine, withoutText } from './without-text'

/** Fallbacks for a path that cannot contain the chosen replacement. */
const PLAIN = ['redacted', 'x', '_', '-']

/**
 * Candidates for a path without a text, the preferred one first: with the replacement in its place;
 * if that is no valid path or is taken, with a plain or numbered substitute. All are valid and none
 * contains the text. The sequence is endless.
 */
export function* redactedPaths(
  path: string,
  text: string,
  replacement: string,
): Generator<string, never> {
  for (let number = 1; ; number++) {
    const suffix = number === 1 ? '' : `-${number}`
    for (const instead of [inOneLine(replacement).normalize('NFC'), ...PLAIN]) {
      const made = withoutText(path, text, `${instead}${suffix}`)
      const wanted = made.startsWith('/') ? made : `/${made}`
      if (!wanted.includes(text) && memoryPathProblem(wanted) === null) yield wanted
    }
    // A path with no room for a number is dropped altogether.
    const short = `/${suffix.slice(1) || '1'}`
    if (path.length > MAX_PATH_BYTES - 16 && !short.includes(text)) yield short
  }
}
