import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from 'vitest/config'

// Databases and folders lie in memory where there is room (a container's /dev/shm may have 64 MB):
// nothing waits for a disk.
const MEMORY = '/dev/shm'
const free = existsSync(MEMORY) ? statfsSync(MEMORY) : null
if (free && free.bavail * free.bsize >= 2 ** 30) process.env.TMPDIR = MEMORY

const resolve = {
  alias: { '@': path.resolve('.'), 'server-only': path.resolve('tests/support/empty.ts') },
}

/** The files of a worker share its process and modules; each file opens a database of its own. */
const shared = {
  pool: 'forks',
  isolate: false,
  // A machine that does other work besides is slow, and nothing is wrong with it.
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  slowTestThreshold: 2_000,
  env: {
    DATA_DIR: path.join(tmpdir(), 'palimpsest-test-data'),
    DATABASE_URL: 'file:none',
    LOG_LEVEL: 'error',
    SEED_ROOTS: tmpdir(),
    WATCH_ROOTS: tmpdir(),
    CLAUDE_CONFIG_DIR: path.join(tmpdir(), 'palimpsest-test-claude'),
    // What a developer's own are set to is asked nothing.
    ANTHROPIC_API_KEY: '',
    ANTHROPIC_AUTH_TOKEN: '',
    ANTHROPIC_BASE_URL: '',
  },
  setupFiles: 'tests/support/own-model-server.ts',
} as const

/** What is decided above the database, or is about SQLite's file. */
const ONE_DATABASE = [
  'tests/contract/{who-may,paths.property,http-rules,ended-keys,session-names,description}.test.ts',
  'tests/contract/{mcp*,metrics,document-tools,hostile-calls,sync-client,flags,redact}.test.ts',
  'tests/contract/{memory-tool,memory-tool-{client,doors,filesystem}}.test.ts',
  'tests/{store/{fair,stale-pages},review/change-to-review}.test.ts',
  'tests/sessions/{practice-agent,run,context,two-hundred-turns,approval,reminders}.test.ts',
  'tests/sessions/{masked,page-news,restorable}.test.ts',
  'tests/durability/{booting,file-*,full-disk,backup*,restore*}.test.ts',
  'tests/durability/{asked-again,seed,sessions-killed,work-killed}.test.ts',
]

/** With programs of other makers: `npm run test:peers` installs them, and names their folder. */
const PEERS = 'tests/peers/*.test.ts'

/** A global set-up belongs to one project: named above them it would run once for each. */
const project = (name: string, test: object) => ({ resolve, test: { ...shared, name, ...test } })

export default defineConfig({
  test: {
    maxWorkers: 3,
    projects: [
      project('pure', { include: ['{app,cli,components,lib,scripts}/**/*.test.{ts,tsx}'] }),
      project('sqlite', {
        include: ['tests/**/*.test.ts'],
        exclude: ['tests/durability/postgresql-*.test.ts', PEERS],
        globalSetup: 'tests/support/sqlite.ts',
      }),
      project('postgresql', {
        include: ['tests/{contract,store,review,redaction,sessions,durability}/**/*.test.ts'],
        exclude: ONE_DATABASE,
        globalSetup: 'tests/support/postgresql.ts',
      }),
      ...(process.env.PEERS_DIR
        ? [project('peers', { include: [PEERS], globalSetup: 'tests/support/sqlite.ts' })]
        : []),
    ],
  },
})
