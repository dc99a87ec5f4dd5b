import { migrateAfterBackup } from '@/lib/backup/backup-file'
import { BackupError } from '@/lib/backup/manifest'
import { database } from '@/lib/db/open-database'
import { databaseFaultOf, FAULT_WORDS } from '@/lib/db/database-fault'
import { DatabaseTooNewError, MigrationEditedError } from '@/lib/db/migrations'
import { tightenFiles } from '@/lib/db/private-files'
import { settings, SettingsError } from '@/lib/settings'
import { StoreError } from '@/lib/store/model/problems'
import { ExportError } from '@/lib/transfer/export-store'
import { SourceError } from '@/lib/transfer/source'
import { backupCommand, restoreCommand } from './backup-command'
import { doctorCommand } from './doctor-command'
import { exportCommand } from './export-command'
import { keysCommand } from './keys-command'
import { redactCommand } from './redact-command'
import { printable } from './printable'
import { problemWords } from './problem-words'
import { seedCommand } from './seed-command'
import { storesCommand } from './stores-command'
import { USAGE, UsageError } from './usage'

type Command = (args: string[]) => Promise<number>

const COMMANDS: Record<string, Command> = {
  seed: seedCommand,
  export: exportCommand,
  redact: redactCommand,
  stores: storesCommand,
  keys: keysCommand,
}

/** These do not use the database as the others do: it may not be there, or be damaged. */
const BESIDE_DATABASE: Record<string, Command> = {
  backup: backupCommand,
  restore: restoreCommand,
  doctor: doctorCommand,
}

/** Runs the command line; returns the exit code: 0 done, 1 failed, 2 mistyped, 130 stopped. */
export async function main([name, ...args]: string[]): Promise<number> {
  if (name === 'help' || [name, ...args].some((arg) => arg === '--help' || arg === '-h')) {
    process.stdout.write(USAGE)
    return 0
  }
  if (name === undefined) {
    process.stderr.write(USAGE)
    return 2
  }
  const beside = BESIDE_DATABASE[name]
  const command = beside ?? COMMANDS[name]
  if (!command) return complain(`there is no command ${name}; see palimpsest --help`, 2)
  try {
    if (beside) {
      settings()
      return await beside(args)
    }
    tightenFiles(settings().databaseUrl)
    await migrateAfterBackup()
    try {
      return await command(args)
    } finally {
      await database().close()
    }
  } catch (error) {
    if (error instanceof UsageError) return complain(error.message, 2)
    if (error instanceof SettingsError || error instanceof SourceError) {
      return complain(error.message, 1)
    }
    if (error instanceof ExportError || error instanceof BackupError) {
      return complain(error.message, 1)
    }
    if (error instanceof DatabaseTooNewError || error instanceof MigrationEditedError) {
      return complain(error.message, 1)
    }
    if (error instanceof StoreError) return complain(problemWords(error.problem), 1)
    if (isParseArgsError(error)) return complain(`${error.message} (see palimpsest --help)`, 2)
    const fault = databaseFaultOf(error)
    if (fault) return complain(`${FAULT_WORDS[fault.fault]} (${fault.code})`, 1)
    throw error
  }
}

function complain(message: string, code: number): number {
  process.stderr.write(`palimpsest: ${printable(message)}\n`)
  return code
}

function isParseArgsError(error: unknown): error is Error {
  return (
    error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS')
  )
}
