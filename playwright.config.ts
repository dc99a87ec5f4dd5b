import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig, devices } from 'playwright/test'
import { READY_PORT, WORKERS } from '@/e2e/ports'

// Evaluated again in every worker: the first evaluation hands its folder on.
process.env.E2E_DATA_DIR ??= mkdtempSync(path.join(fastestFolder(), 'palimpsest-e2e-'))

/** In memory, where the machine has that: no test asks what a disk has kept. */
function fastestFolder(): string {
  return existsSync('/dev/shm') ? '/dev/shm' : tmpdir()
}

export default defineConfig({
  testDir: 'e2e',
  workers: WORKERS,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  // A machine that does other work besides is slow, and nothing is wrong with it.
  timeout: 120_000,
  retries: 0,
  expect: {
    timeout: 20_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.02, animations: 'disabled', caret: 'hide' },
  },
  // The pictures were taken on Linux; letters are drawn differently elsewhere.
  ignoreSnapshots: process.platform !== 'linux',
  use: {
    // A context of its own costs a test half a second of a processor: another process, and every
    // script fetched and compiled anew. Between tests Playwright empties this one (cookies, storage,
    // other pages, routes, emulation); a test that takes the network away gives it back.
    reuseContext: true,
    // Motion is decoration: frames of it cost, and axe would read colours that are half-way.
    contextOptions: { reducedMotion: 'reduce' },
    // A trace of every test takes a fifth of the run: `--trace on` asks for it.
    trace: 'off',
    video: 'off',
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH ? { executablePath: process.env.CHROMIUM_PATH } : {}),
      env: { ...process.env, FONTCONFIG_FILE: path.resolve('e2e/fonts.conf') },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        // With `e2e/fonts.conf`: letters have the same widths and shapes on every machine.
        '--disable-font-subpixel-positioning',
        '--font-render-hinting=none',
        // Between tests a page is blank: without this each test would start a process for its first page.
        '--process-per-site',
        // No page of a test lives long enough to earn back the optimising compilers: without them a
        // sixth of the browser's processor time is saved. Only axe does, with what it calls most.
        //
        // The scripts of a page are those of the one before: what is compiled stays, and the heap starts
        // at the size that it comes to, so that garbage is collected seldom. The processors are busy
        // with other tests: threads that help each other only cost.
        `--js-flags=${[
          '--no-opt',
          '--invocation-count-for-maglev=20000',
          '--no-flush-bytecode',
          '--min-semi-space-size=16',
          '--initial-old-space-size=256',
          '--no-memory-reducer',
          '--single-threaded',
        ].join(' ')}`,
        '--num-raster-threads=1',
        // Nothing is drawn by a graphics card, and all that is fetched is near: processes of their own
        // for the two cost more in messages than in work. The first feature is one that Playwright
        // enables, and of two such lists only the last counts.
        '--in-process-gpu',
        '--enable-features=CDPScreenshotNewSurface,NetworkServiceInProcess2',
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
    command: 'node --import tsx e2e/servers.ts',
    url: `http://127.0.0.1:${READY_PORT}`,
    timeout: 180_000,
    reuseExistingServer: false,
    gracefulShutdown: { signal: 'SIGTERM', timeout: 15_000 },
  },
})
