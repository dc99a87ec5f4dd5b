import { fileURLToPath } from 'node:url'
import { defineConfig } from 'vitest/config'

export default defineConfig({
  resolve: { alias: { '@': fileURLToPath(new URL('.', import.meta.url)).replace(/\/$/, '') } },
  test: {
    include: ['{app,bin,cli,components,lib,scripts,tests}/**/*.test.{ts,tsx}'],
    globalSetup: 'tests/support/global-setup.ts',
    pool: 'forks',
    maxWorkers: 2,
    testTimeout: 60_000,
    // As in playwright.config.ts: what fails twice fails, and what failed once is named as flaky.
    retry: 1,
    hookTimeout: 60_000,
    env: { LOG_LEVEL: 'error' },
  },
})
