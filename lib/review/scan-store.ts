import type { Database } from '@/lib/db/database'
import type { Job, JobControl } from '@/lib/jobs/job'
import { getJob } from '@/lib/jobs/read-jobs'
import { startJob, type StartedJob } from '@/lib/jobs/run-job'
import { RULES_REVISION } from '@/lib/scan/rules'
import { Scanner } from '@/lib/scan/scanner'
import { getStore } from '@/lib/store/get-store'
import type { Actor } from '@/lib/store/model/actor'
import type { Scan } from './memory-facts'
import type { ScanReport } from './model/scan-report'
import { StoreScanRun } from './core/store-scan-run'

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

/** The last scan of a store, running or ended; null: there was none. */
export async function lastScan(db: Database, storeId: string): Promise<Job | null> {
  const row = await db.read.get<{ id: string }>(
    `SELECT j.id FROM memory_stores s JOIN jobs j ON j.store_key = s.key AND j.kind = 'scan'
     WHERE s.id = ? ORDER BY j.key DESC LIMIT 1`,
    [storeId],
  )
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
  const store = await storeRow(db, storeId)
  const run = new StoreScanRun(db, { store, scan, control, isDryRun })
  try {
    if (history) await run.scanHistory()
    await run.scanHeads(history ? 'hygiene' : 'all rules')
    await run.finish()
    const report = run.report(true)
    if (!isDryRun && report.unscanned === 0) await noteRules(db, store)
    return report
  } catch (error) {
    if (!control.signal.aborted) throw error
    await run.finish()
    return run.report(false)
  } finally {
    await scanner.stop()
  }
}

async function storeRow(db: Database, storeId: string) {
  const row = await db.read.get<{ key: number; last_sequence: number }>(
    'SELECT key, last_sequence FROM memory_stores WHERE id = ?',
    [storeId],
  )
  if (!row) throw new Error('the store is gone')
  return { key: row.key, lastSequence: row.last_sequence }
}

/** All heads are known by the present rules. */
async function noteRules(
  db: Database,
  { key, lastSequence }: { key: number; lastSequence: number },
): Promise<void> {
  await db.write((tx) =>
    tx.run(
      `INSERT INTO store_scans (store_key, followed_sequence, rules_revision) VALUES (?, ?, ?)
       ON CONFLICT (store_key) DO UPDATE SET rules_revision = excluded.rules_revision`,
      [key, lastSequence, RULES_REVISION],
    ),
  )
}
