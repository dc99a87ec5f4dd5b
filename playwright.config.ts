import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'

const port = Number(process.env.E2E_PORT ?? 3197)
// Evaluated again in every worker: the first evaluation hands its folder on.
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'palimpsest-e2e-'))

export default defineConfig({
  testDir: 'e2e',
  workers: 1,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  timeout: 60_000,
  // A machine may stall once: what fails twice fails, and what failed once is named as flaky.
  retries: 1,
  expect: {
    timeout: 10_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.02, animations: 'disabled', caret: 'hide' },
  },
  // The pictures were taken on Linux; letters are drawn differently elsewhere.
  ignoreSnapshots: process.platform !== 'linux',
  use: {
    baseURL: `http://127.0.0.1:${port}`,
    trace: 'retain-on-failure',
    video: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [{ name: 'chromium', use: { ...devices['Desktop Chrome'] } }],
  webServer: {
    command: 'node scripts/start.mjs',
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    env: { PORT: String(port), DATA_DIR: process.env.E2E_DATA_DIR, DATABASE_URL: '' },
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
