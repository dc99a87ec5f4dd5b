import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

const TESTS = '{app,bin,cli,components,lib,scripts,tests}/**/*.test.{ts,tsx}'

/** These set what a process has once (environment, settings, modules in place of others). */
const ALONE = [
  'tests/**/*.test.ts',
  'lib/api/event-stream.test.ts',
  'lib/db/private-files.test.ts',
  'lib/markdown/markdown-tree.test.ts',
]

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    globalSetup: 'tests/support/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { LOG_LEVEL: 'error' },
    projects: [
      // The files of a worker share its process and one copy of each module.
      { extends: true, test: { name: 'shared', include: [TESTS], exclude: ALONE, isolate: false } },
      { extends: true, test: { name: 'alone', include: ALONE } },
    ],
  },
})
