import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { migrate } from '@/lib/db/migrate'
import { log } from '@/lib/log'
import { settings } from '@/lib/settings'
import { createBackup } from './create-backup'
import { BackupError, type Manifest } from './manifest'

/** The database file; throws a `BackupError` if the database is a server's. */
export function databaseFile(): string {
  const { databaseUrl } = settings()
  if (databaseUrl.startsWith('file:')) return path.resolve(databaseUrl.slice('file:'.length))
  throw new BackupError(
    'the database is PostgreSQL: use pg_dump and pg_restore (docs/operations.md)',
  )
}

/** Where automatic backups are kept: beside the database. */
export function backupFolder(): string {
  return path.join(path.dirname(databaseFile()), 'backups')
}

/** Makes a backup named after the current time, and keeps the newest `keep` of its kind. */
export async function keepBackup(kind: 'regular' | 'before-upgrade'): Promise<Manifest> {
  const folder = backupFolder()
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const stamp = new Date().toISOString().replace(/[:.]/g, '-')
  const manifest = await createBackup(
    databaseFile(),
    path.join(folder, `${kind}-${stamp}.palimpsest.tar.gz`),
  )
  const ofKind = readdirSync(folder).filter((name) => name.startsWith(`${kind}-`))
  const old = ofKind.sort().slice(0, -settings().backup.keep)
  for (const name of old) rmSync(path.join(folder, name), { force: true })
  return manifest
}

/** Migrates the configured database to this version, after a backup if it has been used before. */
export async function migrateAfterBackup(): Promise<string[]> {
  const { databaseUrl, postgresql } = settings()
  return migrate(databaseUrl, {
    ...postgresql,
    beforeChange: async () => {
      await keepBackup('before-upgrade')
      log.info('a backup was made before the upgrade')
    },
  })
}
