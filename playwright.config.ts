import { existsSync, mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig, devices } from 'playwright/test'

// Evaluated again in every worker: the first evaluation hands its folder on. In memory, where the
// machine has that: no journey asks what a disk has kept.
process.env.E2E_DATA ??= mkdtempSync(
  path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'palimpsest-e2e-'),
)

export default defineConfig({
  testDir: 'e2e',
  workers: 3,
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  timeout: 60_000,
  expect: {
    timeout: 10_000,
    toHaveScreenshot: { maxDiffPixelRatio: 0.02, animations: 'disabled', caret: 'hide' },
  },
  // The pictures were taken on Linux; letters are drawn differently elsewhere.
  ignoreSnapshots: process.platform !== 'linux',
  use: {
    ...devices['Desktop Chrome'],
    // A context of its own costs a test half a second of a processor. Between tests Playwright empties
    // this one; a test that takes the network away gives it back.
    reuseContext: true,
    // Motion is decoration, and axe would read colours that are half-way.
    contextOptions: { reducedMotion: 'reduce' },
    screenshot: 'only-on-failure',
    launchOptions: {
      ...(process.env.CHROMIUM_PATH && { executablePath: process.env.CHROMIUM_PATH }),
      env: { ...process.env, FONTCONFIG_FILE: path.resolve('e2e/fonts.conf') },
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--in-process-gpu',
        '--num-raster-threads=1',
        // With `e2e/fonts.conf`: letters have the same widths and shapes on every machine.
        '--disable-font-subpixel-positioning',
        '--font-render-hinting=none',
        // Between tests a page is blank: without this each test starts a process for its first page.
        '--process-per-site',
        // No page lives long enough to earn back the optimising compilers.
        '--js-flags=--no-opt --invocation-count-for-maglev=20000 --no-flush-bytecode --single-threaded',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
})
