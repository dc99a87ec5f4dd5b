import { existsSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Database } from '@/lib/db/database'
import { databaseProblem, type DatabaseProblem } from '@/lib/db/readiness'
import { programVersion } from '@/lib/program'
import { settings } from '@/lib/settings'
import { lastBackupAt } from './regular-backups'

/**
 * The facts of this installation that an operator needs. Sizes in bytes, times in milliseconds
 * since 1970.
 */
export interface Installation {
  version: string
  /** why the database cannot be used; null: it can */
  problem: DatabaseProblem | null
  /** of SQLite; null: the database is a server's, and its operator's to watch */
  file: DatabaseFile | null
}

export interface DatabaseFile {
  path: string
  bytes: number
  journalBytes: number
  /** free on its disk */
  freeBytes: number
  /** when the whole file was last checked for damage; null: not since the start */
  checkedAt: number | null
  /** the damage found, in the engine's words */
  damage: readonly string[]
  /** the interval of automatic backups; null: none are made */
  backupEvery: number | null
  /** null: no automatic backup exists */
  lastBackupAt: number | null
}

export async function installation(db: Database): Promise<Installation> {
  const [file] = db.files()
  return {
    version: programVersion(),
    problem: await databaseProblem(db),
    file: file === undefined ? null : fileOf(db, file),
  }
}

function fileOf(db: Database, file: string): DatabaseFile {
  const { bavail, bsize } = statfsSync(path.dirname(file))
  return {
    path: file,
    bytes: sizeOf(file),
    journalBytes: sizeOf(`${file}-wal`),
    freeBytes: bavail * bsize,
    checkedAt: db.health.lookedAt,
    damage: db.health.damage,
    backupEvery: settings().backup.every,
    lastBackupAt: lastBackupAt(),
  }
}

function sizeOf(file: string): number {
  return existsSync(file) ? statSync(file).size : 0
}
