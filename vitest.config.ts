import { existsSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const TESTS = '{app,bench,bin,cli,components,lib,scripts,tests}/**/*.test.{ts,tsx}'

/** These set, or look at, what a process has once (environment, settings, modules, its log, its end). */
const ALONE = [
  'lib/api/event-stream.test.ts',
  'lib/db/private-files.test.ts',
  'lib/markdown/markdown-tree.test.ts',
  'lib/open-requests.test.ts',
  'lib/review/policy/unscanned-writes.test.ts',
  'tests/contract/agents-load-no-client.test.ts',
  'lib/shutdown.test.ts',
  'lib/tracing/traced.test.ts',
]

/** The tests' databases are in memory where the machine has enough: their syncing costs nothing there. */
const MEMORY = '/dev/shm'
const MEMORY_NEEDED = 2 * 2 ** 30
if (existsSync(MEMORY)) {
  const { bavail, bsize } = statfsSync(MEMORY)
  if (bavail * bsize >= MEMORY_NEEDED) process.env.TMPDIR = MEMORY
}

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    globalSetup: ['scripts/prepare-tests.mjs', 'tests/support/global-setup.ts'],
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // Vitest's own second is short for a machine that does other work besides.
    expect: { poll: { timeout: 30_000 } },
    // What a policy makes of a write must not depend on how busy the machine is.
    env: { LOG_LEVEL: 'error', SCAN_WAIT_MS: '30000' },
    projects: [
      // The files of a worker share its process, one copy of each module, and settings that name a
      // model server and a folder to import from.
      {
        extends: true,
        test: {
          name: 'shared',
          include: [TESTS],
          exclude: ALONE,
          isolate: false,
          setupFiles: 'tests/support/start-model-server.ts',
          env: { SEED_ROOTS: tmpdir(), WATCH_ROOTS: tmpdir() },
        },
      },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
})
