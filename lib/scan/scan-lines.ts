import { hiddenCharacters } from './detectors/hidden-characters'
import { instructions } from './detectors/instructions'
import { pathForms } from './detectors/path-forms'
import { personalData } from './detectors/personal-data'
import {
  type FoundRange,
  positionAt,
  type ScannedText,
  scannedText,
} from './detectors/scanned-text'
import { secrets } from './detectors/secrets'
import {
  type AddedLine,
  MOST_FINDINGS,
  PATH_LINE,
  type ScanFinding,
  type ScanInput,
} from './finding'
import { SCAN_RULES } from './rules'

const DETECTORS: readonly ((scanned: ScannedText) => FoundRange[])[] = [
  secrets,
  personalData,
  instructions,
  hiddenCharacters,
]

/**
 * What the rules find in a memory's path and in lines that a change added, in this order; at most
 * `MOST_FINDINGS`, the most severe first kept. Nothing in them can switch a rule off. Its time
 * grows with the length of the lines, however they are made, but some 100 KB can take longer than a
 * serving thread may be held: `scanner.ts` runs it in a thread of its own.
 */
export function scanLines({ path, lines }: ScanInput): ScanFinding[] {
  const found = [...(path === null ? [] : foundInPath(path)), ...foundInLines(lines)]
  const kept = found.length > MOST_FINDINGS ? mostSevere(found) : found
  return kept.sort(
    (one, other) =>
      one.line - other.line ||
      one.fromColumn - other.fromColumn ||
      one.rule.localeCompare(other.rule),
  )
}

function foundInLines(lines: readonly AddedLine[]): ScanFinding[] {
  if (lines.length === 0) return []
  const scanned = scannedText(lines)
  return DETECTORS.flatMap((detect) => detect(scanned)).flatMap((range) =>
    findingOf(scanned, range),
  )
}

/** What several ways of reading a path show is found once. */
function foundInPath(path: string): ScanFinding[] {
  const found: ScanFinding[] = []
  for (const { text, originalOf } of pathForms(path)) {
    for (const finding of foundInLines([{ number: PATH_LINE, text }])) {
      const fromColumn = originalOf(finding.fromColumn)
      const toColumn = Math.max(originalOf(finding.toColumn), fromColumn + 1)
      const isKnown = found.some(
        (other) =>
          other.rule === finding.rule && other.fromColumn < toColumn && fromColumn < other.toColumn,
      )
      if (!isKnown) found.push({ ...finding, fromColumn, toColumn })
    }
  }
  return found
}

function findingOf(scanned: ScannedText, { rule, from, to, severity }: FoundRange): ScanFinding[] {
  const start = positionAt(scanned, from)
  const end = positionAt(scanned, to)
  if (!start || !end || to <= from) return []
  const facts = SCAN_RULES[rule]
  return [
    {
      rule,
      category: facts.category,
      severity: severity ?? facts.severity,
      line: start.line,
      fromColumn: start.column,
      toLine: end.line,
      toColumn: end.column,
    },
  ]
}

const ORDER = { critical: 0, high: 1, medium: 2, low: 3 } as const

function mostSevere(found: readonly ScanFinding[]): ScanFinding[] {
  return found
    .toSorted((one, other) => ORDER[one.severity] - ORDER[other.severity])
    .slice(0, MOST_FINDINGS)
}
