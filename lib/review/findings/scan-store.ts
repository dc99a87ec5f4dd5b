import type { Database } from '@/lib/db/database'
import type { BulkSql, WriteSql } from '@/lib/db/sql'
import type { Job, JobControl } from '@/lib/jobs/job'
import { getJob } from '@/lib/jobs/read-jobs'
import { startJob, type StartedJob } from '@/lib/jobs/run-job'
import type { AddedLine } from '@/lib/scan/finding'
import { RULES_REVISION } from '@/lib/scan/rules'
import { Scanner } from '@/lib/scan/scanner'
import type { Actor } from '@/lib/store/model/actor'
import { getStore } from '@/lib/store/stores/read-stores'
import { versionTexts } from '@/lib/store/versions/version-texts'
import { splitLines } from '@/lib/text/lines'
import { turns } from '@/lib/turns'
import { reportedFindings } from '../changesets/texts-kept-out'
import { addedLinesOf } from '../examining/examine-memory'
import { findInChange } from '../examining/find-in-change'
import type { Scan } from '../examining/memory-facts'
import type { MemoryFinding } from '../model/finding'
import type { ScanReport } from '../model/scan-report'
import { examineFoundAgain } from './examine-found-again'
import type { NewFinding } from './finding-rows'
import { hygieneIn } from './hygiene-in'
import { recordedFindings, storeFindings } from './record-findings'
import {
  countOfHeads,
  countOfVersions,
  hashOfHead,
  hashOfVersion,
  headsAfter,
  lastScanOf,
  memoriesOfStore,
  noteRules,
  scannedStore,
  type ScannedRow,
  versionsAfter,
} from './sql/scans'

export interface ScanStoreInput {
  storeId: string
  /** also the versions of the past, of deleted memories too */
  history?: boolean | undefined
  /** only counts; nothing is stored */
  isDryRun?: boolean | undefined
  /** left out: the application itself */
  startedBy?: Actor | undefined
}

/**
 * Scans all memories of a store by the present rules, whoever wrote them, as a job in a thread of its
 * own, so that no write waits behind it. What is known stays as it is, with what people said of it.
 * Stopping it keeps what was found by then.
 *
 * Refuses `store_not_found`.
 */
export async function startScan(
  db: Database,
  input: ScanStoreInput,
  scanWith?: Scan,
): Promise<StartedJob> {
  const { id: storeId } = await getStore(db, input.storeId)
  return startJob(db, {
    kind: 'scan',
    storeId,
    startedBy: input.startedBy,
    work: (control) => scanStore(db, input, { control, scanWith }),
  })
}

/** Stores whose scans are noted by one transaction: others wait for its commit. */
const STORES_PER_WRITE = 50

/**
 * Scans all memories of many small stores by the present rules, as one job that is about none of them.
 * Stopping it keeps what was found by then; a store that is gone is left out, and one of which
 * something was not scanned counts as not scanned.
 */
export function startScanOfStores(
  db: Database,
  storeIds: readonly string[],
  scan: Scan,
): Promise<StartedJob> {
  return startJob(db, {
    kind: 'scan',
    work: async (control) => {
      let scanned: StoreScanInput['store'][] = []
      const note = async () => {
        const stores = scanned
        scanned = []
        await db.write((tx) => noteScanned(tx, stores))
      }
      try {
        for (const [index, storeId] of storeIds.entries()) {
          control.signal.throwIfAborted()
          control.report('scanning', index, storeIds.length)
          const store = await scannedStore(db.read, storeId)
          if (!store) continue
          const whole = { signal: control.signal, jobId: control.jobId, report: () => {} }
          const run = new StoreScanRun(db, { store, scan, control: whole, isDryRun: false })
          try {
            await run.scanHeads('all rules')
          } finally {
            // What was found until it is stopped is kept.
            await run.finish()
          }
          if (run.report(true).unscanned === 0) scanned.push(store)
          if (scanned.length >= STORES_PER_WRITE) await note()
        }
      } finally {
        if (scanned.length > 0) await note()
      }
      return null
    },
  })
}

async function noteScanned(tx: WriteSql, stores: readonly StoreScanInput['store'][]) {
  for (const { key: storeKey, lastSequence: followedSequence } of stores) {
    await noteRules(tx, { storeKey, followedSequence, rulesRevision: RULES_REVISION })
  }
}

/** The last scan of a store, running or ended; null: there was none. */
export async function lastScan(db: Database, storeId: string): Promise<Job | null> {
  const row = await lastScanOf(db.read, storeId)
  return row ? getJob(db, row.id) : null
}

/** The report of a scan's job that has ended; null if it has none. */
export function scanReportOf({ kind, result }: Job): ScanReport | null {
  const isReport = typeof result === 'object' && result !== null && 'isDryRun' in result
  return kind === 'scan' && isReport ? (result as ScanReport) : null
}

interface ScanWork {
  control: JobControl
  scanWith: Scan | undefined
}

async function scanStore(
  db: Database,
  { storeId, history = false, isDryRun = false }: ScanStoreInput,
  { control, scanWith }: ScanWork,
): Promise<ScanReport> {
  const scanner = new Scanner()
  const scan: Scan =
    scanWith ?? ((input, deadlineMs) => scanner.scanInBackground(input, deadlineMs))
  const store = await scannedStore(db.read, storeId)
  if (!store) throw new Error('the store is gone')
  const run = new StoreScanRun(db, { store, scan, control, isDryRun })
  try {
    if (history) await run.scanHistory()
    await run.scanHeads(history ? 'hygiene' : 'all rules')
    await run.finish()
    const report = run.report(true)
    if (!isDryRun && report.unscanned === 0) await db.write((tx) => noteScanned(tx, [store]))
    return report
  } catch (error) {
    if (!control.signal.aborted) throw error
    await run.finish()
    return run.report(false)
  } finally {
    await scanner.stop()
  }
}

export interface StoreScanInput {
  store: { key: number; lastSequence: number }
  scan: Scan
  control: JobControl
  isDryRun: boolean
}

/** Nobody waits for a single text; past it the text counts as not scanned. */
const SCAN_MS = 5_000

const MEMORIES_PER_STEP = 50
const VERSIONS_PER_STEP = 20

/** New findings stored in one transaction; more would hold up other writers. */
const FINDINGS_PER_WRITE = 50

/** A text to look at, and the version that holds it. */
interface ScannedVersion {
  row: ScannedRow
  text: string
}

/** A version's new findings, and the hashes of its texts at the time of the scan. */
interface FoundInVersion {
  hashes: ReadonlyMap<number, string>
  row: ScannedRow
  fresh: readonly NewFinding[]
}

/** A scan of a store's memories and its progress. */
class StoreScanRun {
  private readonly maybeYield: () => Promise<void>
  private readonly sql: BulkSql
  private memories = 0
  private versions = 0
  private fresh = 0
  private known = 0
  private unscanned = 0
  /** findings that are not stored yet */
  private readonly unstored: FoundInVersion[] = []
  /** in which something new was found */
  private readonly foundIn = new Set<number>()

  constructor(
    private readonly db: Database,
    private readonly input: StoreScanInput,
  ) {
    const { signal } = input.control
    this.maybeYield = turns(signal)
    this.sql = db.bulk.until(signal)
  }

  /** Scans every live memory as it is now. `hygiene`: only for what depends on the store and the day. */
  async scanHeads(what: 'all rules' | 'hygiene'): Promise<void> {
    const total = await countOfHeads(this.sql, this.input.store.key)
    for (let after = ''; ;) {
      const heads = await headsAfter(this.sql, {
        storeKey: this.input.store.key,
        after,
        limit: MEMORIES_PER_STEP,
      })
      const last = heads.at(-1)
      if (!last) return
      after = last.path ?? ''
      const texts = await this.textsOf(heads)
      for (const row of heads) {
        const text = texts.get(row.sequence)
        if (text === undefined) continue
        const lines = splitLines(text).map((line, index) => ({ number: index + 1, text: line }))
        const found = what === 'hygiene' ? [] : await this.found(row.path, lines)
        await this.record({ row, text }, [...found, ...(await this.aging(row, text, lines))])
        this.memories++
        if (this.isMuchUnstored()) await this.storeFound()
        await this.maybeYield()
      }
      await this.storeFound()
      this.input.control.report('scanning', this.memories, total)
    }
  }

  /** Scans what every version of the past added, oldest first, of deleted memories too. */
  async scanHistory(): Promise<void> {
    const storeKey = this.input.store.key
    const total = await countOfVersions(this.sql, storeKey)
    const memories = await memoriesOfStore(this.sql, storeKey)
    for (const { key } of memories) await this.scanVersions(key, total)
  }

  report(isComplete: boolean): ScanReport {
    const { memories, versions, fresh, known, unscanned } = this
    const { isDryRun } = this.input
    return { memories, versions, fresh, known, unscanned, isComplete, isDryRun }
  }

  private async scanVersions(memoryKey: number, total: number): Promise<void> {
    let before = ''
    let formerPath: string | null = null
    for (let after = 0; ;) {
      const rows = await versionsAfter(this.sql, { memoryKey, after, limit: VERSIONS_PER_STEP })
      const last = rows.at(-1)
      if (!last) return
      after = last.sequence
      const texts = await this.textsOf(rows)
      for (const row of rows) {
        const text = texts.get(row.sequence) ?? ''
        const path = row.path ?? ''
        const lines = await addedLinesOf({
          memoryId: '',
          before: { path, content: before },
          after: { path, content: text },
        })
        // Deleted and emptied versions have no text, and made no path.
        const isNewPath = row.sha256 !== null && row.ownPath !== formerPath
        await this.record({ row, text }, await this.found(isNewPath ? row.ownPath : null, lines))
        if (isNewPath) formerPath = row.ownPath
        // What is known of a version is looked for when the next one is compared.
        await this.storeFound()
        before = text
        this.versions++
        await this.maybeYield()
      }
      this.input.control.report('scanning the past', this.versions, total)
    }
  }

  private async found(path: string | null, lines: readonly AddedLine[]): Promise<MemoryFinding[]> {
    if (path === null && lines.length === 0) return []
    const outcome = await this.input.scan({ path, lines }, SCAN_MS)
    if (outcome.state === 'unscanned') this.unscanned++
    return reportedFindings(outcome)
  }

  /** Findings that depend on the store as it is, on the day, and on the memory as a whole. */
  private async aging(
    { path, memoryKey }: ScannedRow,
    content: string,
    lines: readonly AddedLine[],
  ): Promise<MemoryFinding[]> {
    if (path === null || lines.length === 0) return []
    const change = { memoryId: `${memoryKey}`, before: null, after: { path, content } }
    return [
      ...(await hygieneIn(this.db, this.input.store.key, { path, lines })),
      ...findInChange({ change, added: lines, existedBefore: () => false }),
    ]
  }

  /** Notes what is not known yet, to be stored by `storeFound`. */
  private async record(version: ScannedVersion, found: MemoryFinding[]): Promise<void> {
    if (found.length === 0) return
    const { row, text } = version
    const { store, isDryRun, control } = this.input
    const { signal } = control
    const hashes = await this.hashesOf(row)
    const { known, fresh } = await recordedFindings(this.db, {
      storeKey: store.key,
      memoryKey: row.memoryKey,
      path: row.path ?? '',
      sequence: row.sequence,
      text,
      found,
      signal,
    })
    this.known += known.length - fresh.length
    if (fresh.length === 0) return
    if (isDryRun) this.fresh += fresh.length
    else this.unstored.push({ row, hashes, fresh })
  }

  private isMuchUnstored(): boolean {
    const findings = this.unstored.reduce((sum, { fresh }) => sum + fresh.length, 0)
    return findings >= FINDINGS_PER_WRITE
  }

  /** Stores what was found, of many memories at once, unless a redaction changed their texts since. */
  private async storeFound(): Promise<void> {
    const versions = this.unstored.splice(0)
    if (versions.length === 0) return
    const areStored = await this.db.write(async (tx) => {
      tx.touch(this.input.store.key)
      const stored: boolean[] = []
      for (const version of versions) stored.push(await this.store(tx, version))
      return stored
    })
    for (const [index, { row, fresh }] of versions.entries()) {
      if (areStored[index]) {
        this.fresh += fresh.length
        this.foundIn.add(row.memoryKey)
      } else this.unscanned++
    }
  }

  /** Stores what is left, and has the hunks that people still read judged by what is new. */
  async finish(): Promise<void> {
    await this.storeFound()
    await examineFoundAgain(this.db, this.input.store.key, this.foundIn)
  }

  private async store(tx: WriteSql, { row, hashes, fresh }: FoundInVersion): Promise<boolean> {
    const sequences = new Set([row.sequence, ...fresh.map(({ placed }) => placed.sequence)])
    for (const sequence of sequences) {
      const now = await hashOfVersion(tx, this.input.store.key, sequence)
      if (!now || now.sha256 === null || now.sha256 !== hashes.get(sequence)) return false
    }
    await storeFindings(tx, fresh)
    return true
  }

  /**
   * The hashes of the version that was read, and of the newest one, in which the findings may stand
   * too.
   */
  private async hashesOf({ memoryKey, sequence, sha256 }: ScannedRow) {
    const head = await hashOfHead(this.db.read, memoryKey)
    const hashes = new Map<number, string>()
    if (head?.sha256) hashes.set(head.sequence, head.sha256)
    if (sha256 !== null) hashes.set(sequence, sha256)
    return hashes
  }

  private textsOf(rows: readonly ScannedRow[]): Promise<Map<number, string>> {
    return versionTexts(this.db, {
      storeKey: this.input.store.key,
      sequences: rows.flatMap(({ sequence, sha256 }) => (sha256 === null ? [] : sequence)),
      signal: this.input.control.signal,
    })
  }
}
