import path from 'node:path'
import { parseArgs } from 'node:util'
import { databaseFile, keepBackup } from '@/lib/backup/backup-file'
import { createBackup } from '@/lib/backup/create-backup'
import { restoreBackup } from '@/lib/backup/restore-backup'
import { humanSize } from '@/lib/text/human-size'
import { typedFrom } from './typed-from'
import { UsageError } from './usage'

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
  return 0
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
