import { existsSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Installation } from '@/components/settings/installation'
import { lastBackupAt } from '@/lib/backup/regular-backups'
import { database } from '@/lib/db'
import { databaseProblem } from '@/lib/db/readiness'
import { settings } from '@/lib/settings'
import { totals } from '@/lib/store/totals'

/** The database as it is, its backups, and the disk that they are on. */
export async function readInstallation(): Promise<Installation> {
  const { dataDir, backup } = settings()
  const { file } = database()
  const problem = await databaseProblem(database())
  return {
    now: Date.now(),
    fault: problem === null ? null : { kind: problem.kind, reason: problem.reason },
    totals: await totals().catch(() => null),
    dataDir,
    file: file === null ? null : { path: file, ...sizesOf(file) },
    backup: { ...backup, newest: file === null ? null : lastBackupAt() },
  }
}

function sizesOf(file: string): { bytes: number; journalBytes: number; freeBytes: number } {
  const sizeOf = (name: string) => (existsSync(name) ? statSync(name).size : 0)
  const { bavail, bsize } = statfsSync(path.dirname(file))
  return { bytes: sizeOf(file), journalBytes: sizeOf(`${file}-wal`), freeBytes: bavail * bsize }
}
