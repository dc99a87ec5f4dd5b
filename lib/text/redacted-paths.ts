import { MAX_PATH_BYTES, memoryPathProblem } from './memory-path'
import { inOneLine, withoutText } from './without-text'

/** What may stand in a path where the chosen replacement may not. */
const PLAIN = ['redacted', 'x', '_', '-']

/**
 * The paths that a path may have without a text, the wanted one first: with the replacement where the
 * text stood; where that is no path or is taken, with something plain or numbered instead. Legal all
 * of them, and none holds the text. They do not end.
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
    // A path that leaves no room for a number is left altogether.
    const short = `/${suffix.slice(1) || '1'}`
    if (path.length > MAX_PATH_BYTES - 16 && !short.includes(text)) yield short
  }
}
