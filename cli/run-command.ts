import { SessionError } from '@/lib/agent/problems'
import { migrateAfterBackup } from '@/lib/backup/backup-file'
import { BackupError } from '@/lib/backup/manifest'
import { ConnectError } from '@/lib/connect/connect-error'
import { database } from '@/lib/db/open-database'
import { databaseFaultOf, FAULT_WORDS } from '@/lib/db/database-fault'
import { MigrationsError } from '@/lib/db/migrations'
import { tightenFiles } from '@/lib/db/private-files'
import { gatesInEnglish } from '@/lib/memory-tests/model/gates-in-english'
import { MemoryTestError, type MemoryTestProblem } from '@/lib/memory-tests/problems'
import { ReplayError, type ReplayProblem } from '@/lib/replay/problems'
import { settings, SettingsError } from '@/lib/settings'
import { ReviewError } from '@/lib/review/model/review-problems'
import { StoreError } from '@/lib/store/model/problems'
import { ExportError } from '@/lib/transfer/export-store'
import { SourceError } from '@/lib/transfer/source'
import { connectWords } from './connect-words'
import { printable } from './printable'
import { problemWords } from './problem-words'
import { reviewWords } from './review-words'
import { UsageError } from './usage'

type Command = (args: string[]) => Promise<number>

/** Loaded on demand: the dependencies of the others take a second to load. */
const COMMANDS: Record<string, () => Promise<Command>> = {
  seed: async () => (await import('./seed-command')).seedCommand,
  export: async () => (await import('./export-command')).exportCommand,
  redact: async () => (await import('./redact-command')).redactCommand,
  branch: async () => (await import('./branch-command')).branchCommand,
  merge: async () => (await import('./merge-command')).mergeCommand,
  stores: async () => (await import('./stores-command')).storesCommand,
  test: async () => (await import('./test-command')).testCommand,
  why: async () => (await import('./why-command')).whyCommand,
  review: async () => (await import('./review-command')).reviewCommand,
  connect: async () => (await import('./connect-command')).connectCommand,
  keys: async () => (await import('./keys-command')).keysCommand,
  mcp: async () => (await import('./mcp-command')).mcpCommand,
}

/** These do not open the database as the others do: it may be missing or damaged. */
const BESIDE_DATABASE: Record<string, () => Promise<Command>> = {
  backup: async () => (await import('./backup-command')).backupCommand,
  restore: async () => (await import('./backup-command')).restoreCommand,
  doctor: async () => (await import('./doctor-command')).doctorCommand,
}

/**
 * Runs one command; returns its exit code. Faults that a person can fix are reported in one line.
 */
export async function runCommand(name: string, args: string[]): Promise<number> {
  const beside = BESIDE_DATABASE[name]
  const load = beside ?? COMMANDS[name]
  if (!load) return complain(`there is no command ${name}; see palimpsest --help`, 2)
  try {
    if (beside) {
      settings()
      return await (
        await beside()
      )(args)
    }
    tightenFiles(settings().databaseUrl)
    await migrateAfterBackup()
    try {
      return await (
        await load()
      )(args)
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
    if (error instanceof MigrationsError) {
      return complain(error.message, 1)
    }
    if (error instanceof ConnectError) return complain(connectWords(error.problem), 1)
    if (error instanceof ReviewError) return complain(reviewWords(error.problem), 1)
    if (error instanceof MemoryTestError) return complain(testWords(error.problem), 1)
    if (error instanceof ReplayError) return complain(replayWords(error.problem), 1)
    if (error instanceof SessionError) return complain(error.problem.kind.replaceAll('_', ' '), 1)
    if (error instanceof StoreError) return complain(problemWords(error.problem), 1)
    if (isParseArgsError(error)) return complain(`${error.message} (see palimpsest --help)`, 2)
    const fault = databaseFaultOf(error)
    if (fault) return complain(`${FAULT_WORDS[fault.fault]} (${fault.code})`, 1)
    throw error
  }
}

/** Refusals of memory tests in words for whoever typed the command. */
function testWords(problem: MemoryTestProblem): string {
  if (problem.kind === 'invalid_test') return `${problem.field} ${problem.reason}`
  if (problem.kind === 'gates_hold') {
    return gatesInEnglish(problem.check).replaceAll('gates: "ask"', '--ask-gates')
  }
  return problem.kind.replaceAll('_', ' ')
}

/** Refusals of asking a turn again in words for whoever typed the command. */
function replayWords(problem: ReplayProblem): string {
  if (problem.kind === 'check_invalid') return `the check: ${problem.reason}`
  if (problem.kind === 'model_gone') return `its server does not know the model ${problem.model}`
  if (problem.kind === 'budget_too_small') return `the budget: at least ${problem.least} requests`
  return problem.kind.replaceAll('_', ' ')
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
