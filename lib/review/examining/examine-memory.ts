import { type AddedLine, PATH_LINE } from '@/lib/scan/finding'
import { kindOf, type MemoryChange, type MemoryText } from '@/lib/store/model/memory-change'
import { isCollapse, isEmptied } from '@/lib/text/collapse'
import { comparedLine } from '@/lib/text/compared-line'
import { differsOnlyInForm } from '@/lib/text/form-only'
import { linesWithEnds } from '@/lib/text/line-hunks'
import { LineFates, type RemovedLineFate } from '@/lib/text/removed-lines'
import { isOfWholeMemory, hunksOf } from '../hunks/hunks-of'
import {
  highest,
  type Level,
  levelOf,
  REASON_LEVELS,
  type Reason,
  reasonOf,
  type Routine,
} from '../model/attention'
import type { ExaminedHunk, ExaminedMemory, FateRun } from '../model/changeset'
import type { Hunk } from '../model/hunk'
import type { KnownFinding } from '../findings/record-findings'

/** The facts about a memory that its change alone does not tell. */
export interface MemoryFacts {
  /** whether a line, as `comparedLine` gives it, stands in a live memory after the change */
  stands: (compared: string) => boolean
  /** whether it stands there since the same changeset added it, to another memory or elsewhere in this */
  isMoved: (compared: string) => boolean
  /** whether it stood in one before, or was removed by the same changeset */
  existedBefore: (compared: string) => boolean
  /** findings in the added lines, and in the memory as a whole */
  findings: readonly KnownFinding[]
  /** reasons that each line before the change gives if it is removed; from 0 */
  blame: ReadonlyMap<number, Reason>
  /** reasons that hold for the memory as a whole */
  reasons: readonly Reason[]
  /** whether what is added at its end is usually accepted */
  isAppendUsual: boolean
}

type Examined = Omit<ExaminedMemory, 'memoryKey' | 'through'>

const MAX_APPENDED = 20

/** The lines that a change added, as they are scanned. */
export async function addedLinesOf(change: MemoryChange<MemoryText>): Promise<AddedLine[]> {
  const lines = textsOf(change.after)
  return (await hunksOf(change)).flatMap(({ afterFrom, afterCount }) =>
    lines.slice(afterFrom, afterFrom + afterCount).map((text, index) => ({
      number: afterFrom + index + 1,
      text,
    })),
  )
}

/** The path that a change gives to a memory, or null if it keeps its path. */
export function newPathOf({ before, after }: MemoryChange<MemoryText>): string | null {
  return after && after.path !== before?.path ? after.path : null
}

/**
 * Examines a changeset's change of one memory: its counts, hunks and reasons. `maybeYield` is
 * awaited between steps.
 */
export async function examineMemory(
  change: MemoryChange<MemoryText>,
  facts: MemoryFacts,
  maybeYield: () => Promise<void>,
): Promise<Examined> {
  const hunks = await hunksOf(change)
  const texts = { before: textsOf(change.before), after: textsOf(change.after) }
  const ofMemory = [...reasonsOfMemory(change, hunks), ...facts.reasons]
  const main = largestOf(hunks)
  const each: ExaminedHunk[] = []
  for (const hunk of hunks) {
    await maybeYield()
    const fates = await fatesOf(hunk, { texts, facts, maybeYield })
    const isMain = hunk === main
    each.push(examineHunk(hunk, { texts, facts, fates, isMain, ofMemory: isMain ? ofMemory : [] }))
  }
  const examined = withLostReasons(each)
  return {
    kind: kindOf(change),
    level: highest(examined.map(({ level }) => level)),
    addedLines: total(hunks, 'afterCount'),
    removedLines: total(hunks, 'beforeCount'),
    lostLines: examined.reduce((sum, { lostLines }) => sum + lostLines, 0),
    hunks: examined,
  }
}

const textsOf = (side: MemoryText | null) =>
  linesWithEnds(side?.content ?? '').map((line) => line.replace(/\n$/, ''))

const total = (hunks: readonly Hunk[], count: 'beforeCount' | 'afterCount') =>
  hunks.reduce((sum, hunk) => sum + hunk[count], 0)

/** The hunk that carries the reasons of the whole memory: the one that removes most. */
function largestOf(hunks: readonly Hunk[]): Hunk | undefined {
  return hunks.toSorted(
    (one, other) => other.beforeCount - one.beforeCount || other.afterCount - one.afterCount,
  )[0]
}

function reasonsOfMemory(
  { before, after }: MemoryChange<MemoryText>,
  hunks: readonly Hunk[],
): Reason[] {
  if (!after) return []
  const reasons: Reason[] = []
  const counts = { removed: total(hunks, 'beforeCount'), added: total(hunks, 'afterCount') }
  const lines = before ? linesWithEnds(before.content).length : 0
  if (before && isEmptied(before.content, after.content)) reasons.push('emptied')
  if (isCollapse({ before: lines, ...counts })) reasons.push('collapse')
  return reasons
}

interface HunkContext {
  texts: { before: readonly string[]; after: readonly string[] }
  facts: MemoryFacts
  /** of the lines that it removes, in order */
  fates: readonly RemovedLineFate[]
  /** whether what is said of the memory as a whole is told of it */
  isMain: boolean
  ofMemory: readonly Reason[]
}

function linesOf(hunk: Hunk, texts: HunkContext['texts']): { removed: string[]; added: string[] } {
  const { beforeFrom, beforeCount, afterFrom, afterCount } = hunk
  return {
    removed: texts.before.slice(beforeFrom, beforeFrom + beforeCount),
    added: texts.after.slice(afterFrom, afterFrom + afterCount),
  }
}

async function fatesOf(
  hunk: Hunk,
  context: Pick<HunkContext, 'texts' | 'facts'> & { maybeYield: () => Promise<void> },
): Promise<RemovedLineFate[]> {
  const { removed, added } = linesOf(hunk, context.texts)
  if (removed.length === 0) return []
  const fates = new LineFates(context.facts)
  for (const line of added) {
    fates.add(line)
    await context.maybeYield()
  }
  const found: RemovedLineFate[] = []
  for (const line of removed) {
    found.push(fates.of(line))
    await context.maybeYield()
  }
  return found
}

function examineHunk(
  hunk: Hunk,
  { texts, facts, fates, isMain, ofMemory }: HunkContext,
): ExaminedHunk {
  const { beforeFrom } = hunk
  const { removed, added } = linesOf(hunk, texts)
  const findings = facts.findings.filter((finding) =>
    isOfWholeMemory(finding.rule) ? isMain : isIn(hunk, finding),
  )
  const told = findings.filter(({ isDismissed }) => !isDismissed)
  const blamed = removed.flatMap((_, index) =>
    fates[index] === 'lost' || fates[index] === 'reworded'
      ? (facts.blame.get(beforeFrom + index) ?? [])
      : [],
  )
  const reasons = new Set<Reason>([
    ...ofMemory,
    ...blamed,
    ...told.map(({ rule }) => reasonOf(rule)),
  ])
  const levels = told.map(({ severity }): Level => severity)
  const level = highest([...levels, ...[...reasons].map(levelOf)])
  return {
    ...hunk,
    level,
    reasons: [...reasons],
    routine: reasons.size > 0 ? null : routineOf(hunk, { removed, added, texts, facts }),
    lostLines: fates.filter((fate) => fate === 'lost').length,
    ...(fates.length === 0 ? {} : { fates: fateRuns(fates) }),
    size: [...removed, ...added].reduce((sum, line) => sum + line.length + 1, 0),
    findings: findings.map(({ id, rule, line, fromColumn, toColumn, toLine }) => ({
      id,
      rule,
      line,
      from: fromColumn,
      to: toLine === line ? toColumn : (texts.after[line - 1]?.length ?? toColumn),
      ...(toLine === line ? {} : { toLine, toColumn }),
    })),
  }
}

/** Returns whether a finding lies in a hunk: in its lines, or in the path that it made. */
function isIn(
  { kind, afterFrom, afterCount }: Hunk,
  { line }: Pick<KnownFinding, 'line'>,
): boolean {
  if (line === PATH_LINE) return kind === 'created' || kind === 'renamed'
  return line > afterFrom && line <= afterFrom + afterCount
}

function fateRuns(fates: readonly RemovedLineFate[]): FateRun[] {
  const runs: FateRun[] = []
  for (const fate of fates) {
    const last = runs.at(-1)
    if (last?.[0] === fate) last[1]++
    else runs.push([fate, 1])
  }
  return runs
}

interface RoutineContext extends Pick<HunkContext, 'texts' | 'facts'> {
  removed: readonly string[]
  added: readonly string[]
}

function routineOf(hunk: Hunk, { removed, added, texts, facts }: RoutineContext): Routine | null {
  if (hunk.kind !== 'lines') return null
  if (differsOnlyInForm(removed, added)) return 'spacing'
  const isKnown = (line: string, knows: (compared: string) => boolean) => {
    const compared = comparedLine(line)
    return compared === null ? line.trim() === '' : knows(compared)
  }
  const isMoved =
    removed.every((line) => isKnown(line, facts.isMoved)) &&
    added.every((line) => isKnown(line, facts.existedBefore))
  if (isMoved) return 'moved'
  const isAtEnd = hunk.afterFrom + hunk.afterCount === texts.after.length
  const isAppended = hunk.beforeCount === 0 && isAtEnd && hunk.afterCount <= MAX_APPENDED
  return isAppended && facts.isAppendUsual ? 'appended' : null
}

/** Told of the hunk that lost most: 20 lines of a memory are much, 5 are some. */
function withLostReasons(hunks: readonly ExaminedHunk[]): ExaminedHunk[] {
  const lost = hunks.reduce((sum, { lostLines }) => sum + lostLines, 0)
  const reason: Reason | null = lost >= 20 ? 'lost_20_lines' : lost >= 5 ? 'lost_5_lines' : null
  if (reason === null) return [...hunks]
  const most = hunks.toSorted((one, other) => other.lostLines - one.lostLines)[0]
  return hunks.map((hunk) =>
    hunk === most
      ? {
          ...hunk,
          reasons: [...hunk.reasons, reason],
          level: highest([hunk.level, REASON_LEVELS[reason]]),
          routine: null,
        }
      : hunk,
  )
}
