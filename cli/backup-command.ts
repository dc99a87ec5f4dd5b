import path from 'node:path'
import { parseArgs } from 'node:util'
import { databaseFile, keepBackup } from '@/lib/backup/backup-file'
import { createBackup } from '@/lib/backup/create-backup'
import type { Manifest } from '@/lib/backup/manifest'
import { restoreBackup } from '@/lib/backup/restore-backup'
import { isNewest } from '@/lib/db/migrations'
import { humanSize } from '@/lib/text/human-size'
import { typedFrom } from './typed-from'
import { UsageError } from './usage'
import { versionFindings } from './version-findings'

/** `palimpsest backup <file>`, with or without a running server. */
export async function backupCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: { regular: { type: 'boolean', default: false } },
  })
  const [file] = positionals
  if (file === undefined && !values.regular) throw new UsageError('backup needs the file to write')
  const manifest =
    file === undefined
      ? await keepBackup('regular')
      : await createBackup(databaseFile(), path.resolve(typedFrom(), file))
  const { counts, database } = manifest
  process.stdout.write(
    `${counts.stores} stores, ${counts.memories} memories, ${counts.versions} versions (${humanSize(database.bytes)})\n`,
  )
  for (const line of await damageIn(manifest)) process.stdout.write(`damaged  ${line}\n`)
  return 0
}

/**
 * Lists the damage in a backup, which keeps it as it is: its maker learns of it while older backups
 * exist.
 */
async function damageIn({ migrations }: Manifest): Promise<string[]> {
  // An older database is read by this program only after a start.
  return isNewest('sqlite', migrations.at(-1)) ? versionFindings() : []
}

/** `palimpsest restore <file>`, into an empty data folder. */
export async function restoreCommand(args: string[]): Promise<number> {
  const { positionals } = parseArgs({ args, allowPositionals: true })
  const [file] = positionals
  if (file === undefined) throw new UsageError('restore needs the file of a backup')
  const { manifest, redacted } = await restoreBackup({
    backup: path.resolve(typedFrom(), file),
    database: databaseFile(),
  })
  const { counts } = manifest
  process.stdout.write(
    `${counts.stores} stores, ${counts.memories} memories, ${counts.versions} versions of ${new Date(manifest.createdAt).toISOString()}\n` +
      `redacted since: ${redacted.versions} versions were emptied again, ${redacted.memories} memories that stood on one were deleted\n`,
  )
  return 0
}
