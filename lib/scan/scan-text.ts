import { hiddenCharacters } from './detectors/hidden-characters'
import { instructions } from './detectors/instructions'
import { pathForms } from './detectors/path-forms'
import { personalData } from './detectors/personal-data'
import {
  type FoundRange,
  lastAtMost,
  type ScannedText,
  scannedText,
} from './detectors/scanned-text'
import { secrets } from './detectors/secrets'
import { type Flag, type Flags, MAX_FLAGS, PATH_LINE, type ScannedMemory, UNKNOWN } from './flag'
import { SCAN_RULES } from './rules'

const DETECTORS = [secrets, personalData, instructions, hiddenCharacters]

/**
 * Scans a memory's path and content. With more than `MAX_FLAGS` it is unknown. Nothing in the text
 * can switch a rule off. The time grows linearly with its length, however it is made, but some 100 KB
 * can take longer than a serving thread may be held: `flags-of.ts` runs it in a thread of its own.
 */
export function scanText({ path, content }: ScannedMemory): Flags {
  const found = [...flagsInPath(path), ...flagsInContent(content)]
  return found.length > MAX_FLAGS ? UNKNOWN : { found: found.sort(inOrder), isWhole: true }
}

const rangesIn = (scanned: ScannedText): FoundRange[] =>
  DETECTORS.flatMap((detect) => detect(scanned)).filter(({ from, to }) => from < to)

function flagsInContent(content: string): Flag[] {
  const scanned = scannedText(content)
  return rangesIn(scanned).map(({ rule, from, to }) => {
    const first = lastAtMost(scanned.starts, from)
    const last = lastAtMost(scanned.starts, to)
    return {
      rule,
      ...SCAN_RULES[rule],
      line: first + 1,
      fromColumn: from - (scanned.starts[first] ?? 0),
      toLine: last + 1,
      toColumn: to - (scanned.starts[last] ?? 0),
    }
  })
}

/** Scans the readings of a path; what several of them show is reported once. */
function flagsInPath(path: string): Flag[] {
  const found: Flag[] = []
  for (const { text, originalOf } of pathForms(path)) {
    for (const { rule, from, to } of rangesIn(scannedText(text))) {
      const fromColumn = originalOf(from)
      const toColumn = Math.max(originalOf(to), fromColumn + 1)
      const isKnown = found.some(
        (other) =>
          other.rule === rule && other.fromColumn < toColumn && fromColumn < other.toColumn,
      )
      if (isKnown) continue
      const at = { line: PATH_LINE, fromColumn, toLine: PATH_LINE, toColumn }
      found.push({ rule, ...SCAN_RULES[rule], ...at })
    }
  }
  return found
}

const inOrder = (one: Flag, other: Flag): number =>
  one.line - other.line || one.fromColumn - other.fromColumn
