import { existsSync, mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { migrate } from '@/lib/db/migrate'
import { log } from '@/lib/log'
import { settings } from '@/lib/settings'
import { createBackup } from './create-backup'
import { BackupError, type Manifest } from './manifest'
import { isRestoring, RESTORING } from './unfinished'

/** The database file; throws a `BackupError` if the database is a server's. */
export function databaseFile(): string {
  const { databaseUrl } = settings()
  if (databaseUrl.startsWith('file:')) return path.resolve(databaseUrl.slice('file:'.length))
  throw new BackupError(
    'the database is PostgreSQL: use pg_dump and pg_restore (docs/operations.md)',
  )
}

/** The folder of automatic backups: beside the database. */
export function backupFolder(): string {
  return path.join(path.dirname(databaseFile()), 'backups')
}

type BackupKind = 'regular' | 'before-upgrade'

const BACKUP_ENDING = '.palimpsest.tar.gz'

/** Makes a backup named after the current time, and keeps the newest `keep` of its kind. */
export async function keepBackup(kind: BackupKind): Promise<Manifest> {
  const folder = backupFolder()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const manifest = await createBackup(
    databaseFile(),
    path.join(folder, `${kind}-${stamp}${BACKUP_ENDING}`),
  )
  const old = backupsIn(folder, kind).sort().slice(0, -settings().backup.keep)
  for (const name of old) rmSync(path.join(folder, name), { force: true })
  return manifest
}

/** The names of finished backups of a kind, which it makes by itself, in a folder. */
export function backupsIn(folder: string, kind: BackupKind): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder).filter(
    (name) => name.startsWith(`${kind}-`) && name.endsWith(BACKUP_ENDING),
  )
}

/**
 * Migrates the configured database to this version, after a backup if it has been used before.
 * Throws a `BackupError` where an interrupted restore left no database: a new one would be in the way
 * of the next restore.
 */
export async function migrateAfterBackup(): Promise<string[]> {
  const { databaseUrl, postgresql } = settings()
  if (databaseUrl.startsWith('file:')) refuseHalfRestored(databaseFile())
  return migrate(databaseUrl, {
    ...postgresql,
    beforeChange: async () => {
      await keepBackup('before-upgrade')
      log.info('a backup was made before the upgrade')
    },
  })
}

function refuseHalfRestored(database: string): void {
  const folder = path.dirname(database)
  if (existsSync(database) || !isRestoring(folder)) return
  throw new BackupError(
    `a restore into ${folder} was interrupted, or is under way: restore the backup again, which begins anew, or delete ${path.join(folder, RESTORING)} to begin without it`,
  )
}
