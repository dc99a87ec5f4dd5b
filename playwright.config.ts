import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig, devices } from '@playwright/test'
import { portsOf, WORKERS } from '@/e2e/ports'

process.env.E2E_PORT ??= '3197'
// Evaluated again in every worker: the first evaluation hands its folder on.
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(tmpdir(), 'palimpsest-e2e-'))

export default defineConfig({
  testDir: 'e2e',
  workers: WORKERS,
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
    // Recorded where it is tried again: a trace of every test takes a fifth of the run.
    trace: 'on-first-retry',
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
  webServer: Array.from({ length: WORKERS }, (_, worker) =>
    serversOf(worker, path.join(process.env.E2E_DATA_DIR ?? '', `worker-${worker}`)),
  ).flat(),
})

function serversOf(worker: number, dataDir: string) {
  const ports = portsOf(worker)
  return [
    application(ports.application, path.join(dataDir, 'without-models'), {
      ANTHROPIC_API_KEY: '',
      ANTHROPIC_AUTH_TOKEN: '',
      ANTHROPIC_BASE_URL: '',
    }),
    {
      command: `node --import tsx e2e/model-server.ts ${ports.models} ${ports.control}`,
      url: `http://127.0.0.1:${ports.control}/ready`,
    },
    // The same with models: what they say is scripted.
    application(ports.withModels, path.join(dataDir, 'with-models'), {
      ANTHROPIC_API_KEY: 'sk-e2e-secret',
      ANTHROPIC_AUTH_TOKEN: '',
      ANTHROPIC_BASE_URL: `http://127.0.0.1:${ports.models}`,
    }),
  ]
}

function application(port: number, dataDir: string, env: Record<string, string>) {
  return {
    command: 'node scripts/start.mjs',
    url: `http://127.0.0.1:${port}/readyz`,
    timeout: 180_000,
    reuseExistingServer: false,
    // Tests seed from folders of their own, which lie where the machine keeps what is temporary.
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      DATABASE_URL: '',
      SEED_ROOTS: [tmpdir(), path.resolve('.')].join(path.delimiter),
      ...env,
    },
    gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
  }
}
