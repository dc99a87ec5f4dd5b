import type { Database } from '@/lib/db/database'
import type { ScanFinding } from '@/lib/scan/finding'
import { scan, type ScanOutcome } from '@/lib/scan/scanner'
import { settings } from '@/lib/settings'
import { allMemories } from '@/lib/store/memories/all-memories'
import type { MemoryChange, MemoryText } from '@/lib/store/model/memory-change'
import { searchStore } from '@/lib/store/search/search-store'
import type { AskedVersion } from '@/lib/store/judging/write-guard'
import { isCollapse, isEmptied } from '@/lib/text/collapse'
import { comparedLine } from '@/lib/text/compared-line'
import { splitLines } from '@/lib/text/lines'
import { LineFates } from '@/lib/text/removed-lines'
import { turns } from '@/lib/turns'
import { factsWanted } from '../policy/evaluate-policy'
import { addedLinesOf, newPathOf } from './examine-memory'
import { categoryOf } from '../findings/read-findings'
import { hunksOf } from '../hunks/hunks-of'
import type { FactFinding, PolicyRule, WriteFacts } from '../model/policy'
import { sizeOfStore } from '../hunks/sql/hunks'

/** The facts about a write, with the findings and their positions. */
export interface FoundFacts extends WriteFacts {
  scanned: readonly ScanFinding[]
}

export const NO_FACTS: FoundFacts = { lostLines: 0, findings: [], isScanned: true, scanned: [] }

/** The facts of a write that could not be examined. */
export const UNKNOWN_FACTS: FoundFacts = {
  lostLines: null,
  findings: [],
  isScanned: false,
  scanned: [],
}

/** Collects the facts that these rules ask about a write. The write waits for the answer. */
export async function writeFacts(
  db: Database,
  version: AskedVersion,
  { rules, agent }: { rules: readonly PolicyRule[]; agent: string },
): Promise<FoundFacts> {
  const wanted = factsWanted(rules)
  const change = changeOf(version)
  const { scanned, isScanned, findings } = wanted.scan ? await scanOf(change, agent) : NO_FACTS
  return {
    lostLines: wanted.lostLines ? await lostLines(db, version, change) : 0,
    findings: [...findings, ...(wanted.collapse ? await collapsesOf(change) : [])],
    isScanned,
    scanned,
  }
}

function changeOf({ before, after, beforeText }: AskedVersion): MemoryChange<MemoryText> {
  return {
    memoryId: '',
    before: before && { path: before.path, content: beforeText ?? '' },
    after: after && { path: after.path, content: after.bytes.toString('utf8') },
  }
}

/** Scans the added lines, and the path if it is new. */
async function scanOf(change: MemoryChange<MemoryText>, agent: string): Promise<ScannedFacts> {
  const waiting = { caller: agent, deadlineMs: settings().scanWaitMs }
  const input = { path: newPathOf(change), lines: await addedLinesOf(change) }
  return scannedFacts(await scan(input, waiting))
}

type ScannedFacts = Omit<FoundFacts, 'lostLines'>

/** Turns the outcome of a scan into the facts that rules ask for. */
export function scannedFacts(outcome: ScanOutcome): ScannedFacts {
  const isScanned = outcome.state === 'scanned'
  const scanned = isScanned || outcome.reason === 'too_much' ? outcome.findings : []
  const findings = scanned.flatMap((finding): FactFinding[] => {
    const category = categoryOf(finding)
    return category === null ? [] : [{ category, severity: finding.severity, rule: finding.rule }]
  })
  return { scanned, isScanned, findings }
}

/** Finds whether a change empties a memory, or takes most of it. */
export async function collapsesOf(change: MemoryChange<MemoryText>): Promise<FactFinding[]> {
  const { before, after } = change
  if (!before || !after) return []
  const found: FactFinding[] = []
  if (isEmptied(before.content, after.content)) {
    found.push({ category: 'collapse', severity: 'critical', rule: null })
  }
  let [removed, added] = [0, 0]
  for (const { beforeCount, afterCount } of await hunksOf(change)) {
    removed += beforeCount
    added += afterCount
  }
  if (isCollapse({ before: splitLines(before.content).length, removed, added })) {
    found.push({ category: 'collapse', severity: 'high', rule: null })
  }
  return found
}

/** Stores up to this size are read to see where lines stand; bytes. */
const SMALL_BYTES = 2_000_000

/** In a larger store, at most this many lines are looked for; the others count as lost. */
const MAX_SEARCHED = 50

/**
 * Counts the lines that a write removes and that stand in no other live memory, nor in this one
 * after it.
 */
async function lostLines(
  db: Database,
  { storeId, storeKey, before }: AskedVersion,
  change: MemoryChange<MemoryText>,
): Promise<number> {
  const maybeYield = turns()
  const after = new Set(splitLines(change.after?.content ?? '').map(comparedLine))
  const gone = await vanishedLines(change, after, maybeYield)
  if (gone.size === 0) return 0
  const isSmall = (await sizeOfStore(db.read, storeKey)) <= SMALL_BYTES
  const standing = isSmall
    ? await linesElsewhere(db, { storeId, path: before?.path, lines: gone, maybeYield })
    : await foundElsewhere(db, { storeId, path: before?.path, lines: gone })
  let lost = 0
  for (const [line, { count }] of gone) if (!standing.has(line)) lost += count
  return lost
}

export interface GoneLine {
  /** as it was written */
  text: string
  count: number
}

/** The removed lines that no added one says again, as they are compared. */
export async function vanishedLines(
  change: MemoryChange<MemoryText>,
  after: ReadonlySet<string | null>,
  maybeYield: () => Promise<void>,
): Promise<Map<string, GoneLine>> {
  const gone = new Map<string, GoneLine>()
  const [was, is] = [change.before, change.after].map((side) => splitLines(side?.content ?? ''))
  for (const { beforeFrom, beforeCount, afterFrom, afterCount } of await hunksOf(change)) {
    const fates = new LineFates({ stands: (line) => after.has(line), isMoved: () => false })
    for (const line of is?.slice(afterFrom, afterFrom + afterCount) ?? []) fates.add(line)
    for (const text of was?.slice(beforeFrom, beforeFrom + beforeCount) ?? []) {
      await maybeYield()
      const line = comparedLine(text)
      if (line === null || fates.of(text) !== 'lost') continue
      gone.set(line, { text, count: (gone.get(line)?.count ?? 0) + 1 })
    }
  }
  return gone
}

interface Elsewhere {
  storeId: string
  /** of the memory that loses them */
  path: string | undefined
  lines: ReadonlyMap<string, GoneLine>
}

async function linesElsewhere(
  db: Database,
  { storeId, path, lines, maybeYield }: Elsewhere & { maybeYield: () => Promise<void> },
): Promise<Set<string>> {
  const standing = new Set<string>()
  for await (const memory of allMemories(db, { storeId })) {
    if (memory.path === path) continue
    for (const text of splitLines(memory.content)) {
      const line = comparedLine(text)
      if (line !== null && lines.has(line)) standing.add(line)
    }
    await maybeYield()
  }
  return standing
}

async function foundElsewhere(
  db: Database,
  { storeId, path, lines }: Elsewhere,
): Promise<Set<string>> {
  const standing = new Set<string>()
  for (const [line, { text }] of [...lines].slice(0, MAX_SEARCHED)) {
    const { hits } = await searchStore(db, { storeId, query: text.trim(), limit: 5 })
    const isThere = hits.some(
      (hit) =>
        hit.memory.path !== path &&
        hit.matches.some(({ snippet }) => comparedLine(snippet) === line),
    )
    if (isThere) standing.add(line)
  }
  return standing
}
