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
  MAX_FINDINGS,
  PATH_LINE,
  type ScanAnswer,
  type ScanFinding,
  type ScanInput,
} from './finding'
import { mostDistinctive } from './most-distinctive'
import { SCAN_RULES } from './rules'

const DETECTORS: readonly ((scanned: ScannedText) => FoundRange[])[] = [
  secrets,
  personalData,
  instructions,
  hiddenCharacters,
]

/**
 * Scans a memory's path and the lines that a change added, in this order. Returns at most
 * `MAX_FINDINGS`: the most severe are kept, and some of each rule. Nothing in the text can switch a
 * rule off. The time grows linearly with the length of the lines, however they are made, but some
 * 100 KB can take longer than a serving thread may be held: `scanner.ts` runs it in a thread of its
 * own.
 */
export function scanLines({ path, lines }: ScanInput): ScanAnswer {
  const inPath = path === null ? WHOLE : foundInPath(path)
  const inLines = foundInLines(lines)
  const found = [...inPath.findings, ...inLines.findings]
  return {
    findings: inOrder(found.length > MAX_FINDINGS ? mostDistinctive(found, MAX_FINDINGS) : found),
    isWhole: inPath.isWhole && inLines.isWhole && found.length <= MAX_FINDINGS,
  }
}

const WHOLE: ScanAnswer = { findings: [], isWhole: true }

function foundInLines(lines: readonly AddedLine[]): ScanAnswer {
  if (lines.length === 0) return WHOLE
  const scanned = scannedText(lines)
  const ranges = DETECTORS.flatMap((detect) => detect(scanned))
  return {
    findings: ranges.flatMap((range) => findingOf(scanned, range)),
    isWhole: scanned.unfinished.size === 0,
  }
}

/** Scans the readings of a path; what several of them show is reported once. */
function foundInPath(path: string): ScanAnswer {
  const found: ScanFinding[] = []
  let isWhole = true
  for (const { text, originalOf } of pathForms(path)) {
    const said = foundInLines([{ number: PATH_LINE, text }])
    isWhole &&= said.isWhole
    for (const finding of said.findings) {
      const fromColumn = originalOf(finding.fromColumn)
      const toColumn = Math.max(originalOf(finding.toColumn), fromColumn + 1)
      const isKnown = found.some(
        (other) =>
          other.rule === finding.rule && other.fromColumn < toColumn && fromColumn < other.toColumn,
      )
      if (!isKnown) found.push({ ...finding, fromColumn, toColumn })
    }
  }
  return { findings: found, isWhole }
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

function inOrder(found: ScanFinding[]): ScanFinding[] {
  return found.sort(
    (one, other) =>
      one.line - other.line ||
      one.fromColumn - other.fromColumn ||
      one.rule.localeCompare(other.rule),
  )
}
