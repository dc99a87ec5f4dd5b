import { setFlagsFromString } from 'node:v8'
import { databaseFaultOf, FAULT_WORDS, MigrationsError } from '@/lib/db/faults'
import { isRefusal } from '@/lib/refusal'
import { SettingsError } from '@/lib/settings'
import { VERSION } from '@/lib/version'
import { choice, CommandError, parse, say, type Typed, UsageError } from './command'

interface Command {
  /** its name, what it takes, what it does and its options: this is printed, and read by `parse` */
  usage: string
  /** Resolves with the exit code. What it needs is loaded then: help waits for nothing. */
  run(typed: Typed): Promise<number>
}

const COMMANDS: readonly Command[] = [
  {
    usage: `serve
      serves the dashboard and the API (PORT, 3000 unless set); also without its name`,
    run: async () => {
      await import('@/scripts/start.mjs')
      return 0
    },
  },
  {
    usage: `seed <source>
      fills a store from a folder, a folder in a git repository, a zip or JSON Lines
      --store NAME              the store, made where there is none of that name
      --dry-run                 prints the plan and writes nothing
      --no-history              takes the present state, not the history
      --conflicts leave|source|store   where the source and the store both changed a memory
      --json                    prints the plan or the report as JSON`,
    run: async (typed) => (await import('./seed')).seed(typed),
  },
  {
    usage: `export <store>
      writes a store to standard output, or to a file
      --format zip|jsonl        zip unless set
      --history                 every version (jsonl)
      --at TIME                 as it was then, RFC 3339
      --out FILE`,
    run: async (typed) => (await import('./server')).exportStore(typed),
  },
  {
    usage: `test [store]
      runs the tests of a store, or of all, on the running server; 1 if one does not pass
      --file FILE               saves the tests of this file first, and runs those alone (YAML or JSON)
      --export                  prints the tests as such a file
      --at TIME                 as the store was then, RFC 3339
      --max-answers N
      --dry-run                 says what they may cost; saves and asks nothing
      --json
      --junit
      --key-file FILE           the key to call with`,
    run: async (typed) => (await import('./test')).test(typed),
  },
  {
    usage: `keys create <name>
      makes a key; its secret is printed this once
      --access hook|metrics|read|write|review|admin   write unless set; each includes those before
      --purpose agent|script    agent for hook, read and write, script for the others unless set
      --store NAME              good for this store only; may be given several times
      --days N|never            90 unless set
      --json`,
    run: async (typed) => (await import('./keys')).create(typed),
  },
  {
    usage: `keys list
      --json`,
    run: async (typed) => (await import('./keys')).list(typed),
  },
  {
    usage: `keys rotate <id>
      gives a key another secret; the one before is good for 24 hours more`,
    run: async (typed) => (await import('./keys')).rotate(typed),
  },
  {
    usage: `keys revoke <id>
      ends a key for good`,
    run: async (typed) => (await import('./keys')).revoke(typed),
  },
  {
    usage: `connect <folder>
      makes a store of a folder and keeps both in step; claude-code: the memory of the project typed in
      --all                     with claude-code: of every project and subagent
      --two-way                 changes of the store are written into the folder, too
      --hooks                   with claude-code: adds hooks that tell who writes what
      --store NAME              the store's name
      --only GLOBS              only files with these paths, as CLAUDE.md,.claude/rules/**`,
    run: async (typed) => (await import('./connect')).connect(typed),
  },
  {
    usage: `backup <file>
      writes a checked, compressed copy of the database, also while the server runs`,
    run: async (typed) => (await import('./backup')).backup(typed),
  },
  {
    usage: `restore <file>
      into an empty data folder; versions that were redacted since do not come back`,
    run: async (typed) => (await import('./backup')).restore(typed),
  },
  {
    usage: `mcp
      serves agents that start programs: passes messages between them and the running server
      --store NAME              this store only
      --read-only               offers nothing that writes
      --tools documents|memory  seven tools, or the one tool memory`,
    run: async (typed) => {
      choice(typed, 'tools', ['documents', 'memory'], 'documents')
      const { bridge, queryOf } = await import('@/bin/mcp.mjs')
      const { options } = typed
      const words = [...options].flatMap(([name, values]) => [`--${name}`, ...values.slice(-1)])
      await bridge(queryOf(words))
      return 0
    },
  },
  {
    usage: `doctor
      looks at settings, database, files and disk; 1 if something must be done
      --json`,
    run: async (typed) => (await import('./doctor')).doctor(typed),
  },
]

const HELP = `palimpsest: what your AI agents remember

${COMMANDS.map(({ usage }) => `  palimpsest ${usage}\n`).join('')}  palimpsest --version

The database is that of DATA_DIR or DATABASE_URL, as for the server; seed, export, test and mcp call the
running server, or that of PALIMPSEST_URL with PALIMPSEST_KEY.
`

/**
 * Runs what was typed in the folder `from`. Resolves with the exit code: 0 done, 1 failed, 2 mistyped,
 * 130 stopped.
 */
export async function main(typed: string[], from: string): Promise<number> {
  process.stdout.on('error', endIfUnheard)
  const words = typed.length === 0 ? ['serve'] : typed
  const found = COMMANDS.find(({ usage }) => nameOf(usage).every((word, at) => words[at] === word))
  if (words[0] === 'help' || words.includes('--help') || words.includes('-h')) {
    return told(found ? `palimpsest ${found.usage}\n` : HELP)
  }
  if (words[0] === '--version') return told(`${VERSION}\n`)
  // Optimising the compiler of queries, which is WebAssembly, would take longer than most commands.
  setFlagsFromString('--liftoff-only')
  if (!found) return complain(`${unknown(words)}; palimpsest --help lists the commands`, 2)
  try {
    return await found.run(parse(found.usage, words.slice(nameOf(found.usage).length), from))
  } catch (error) {
    if (!(error instanceof UsageError)) return complain(wordsOf(error), 1)
    complain(error.message, 2)
    process.stderr.write(`\n  palimpsest ${found.usage}\n`)
    return 2
  }
}

/** Who reads what is printed may have read enough, as `head` does. */
function endIfUnheard(error: NodeJS.ErrnoException): void {
  if (error.code !== 'EPIPE') throw error
  process.exit(0)
}

function unknown([first, second = '']: string[]): string {
  const named = COMMANDS.map(({ usage }) => nameOf(usage))
  const next = named.flatMap(([name, more]) => (name === first && more ? [more] : []))
  if (next.length === 0) return `there is no command ${first}`
  return `${first} takes ${next.join(', ')}, and not ${JSON.stringify(second)}`
}

const nameOf = (usage: string) => usage.split(/ [<[]|\n/)[0]?.split(' ') ?? []

/** What one line says of; anything else is a fault of ours, and is thrown on. */
function wordsOf(error: unknown): string {
  const kinds = [CommandError, SettingsError, MigrationsError]
  if (isRefusal(error) || kinds.some((kind) => error instanceof kind))
    return (error as Error).message
  const fault = databaseFaultOf(error)
  if (fault) return `${FAULT_WORDS[fault.fault]} (${fault.code})`
  throw error
}

function told(words: string): number {
  process.stdout.write(words)
  return 0
}

function complain(words: string, code: number): number {
  say(`palimpsest: ${words}`)
  return code
}
