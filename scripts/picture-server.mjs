// What both scripts that take pictures need: a server of their own, and pages that show no path of
// the machine they are taken on.
import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright/test'
import { requireChromium } from './find-chromium.mjs'
import { root } from './prepare.mjs'

/** The data folder that the pictures show. */
const SHOWN_FOLDER = '/srv/palimpsest'

/**
 * Calls `job` with the address of a server of its own and with a folder that holds its data, and that
 * may be seeded from; both are gone afterwards.
 *
 * @template Result
 * @param {{ port: number; isDevelopment?: boolean }} server
 * @param {(server: { base: string; home: string }) => Promise<Result>} job
 * @returns {Promise<Result>}
 */
export async function withServer({ port, isDevelopment = false }, job) {
  const base = `http://127.0.0.1:${port}`
  const home = mkdtempSync(path.join(tmpdir(), 'palimpsest-pictures-'))
  const script = isDevelopment ? 'scripts/dev.mjs' : 'scripts/start.mjs'
  const server = spawn(process.execPath, [script], {
    cwd: root,
    stdio: 'inherit',
    env: {
      ...process.env,
      PORT: String(port),
      DATA_DIR: path.join(home, 'data'),
      DATABASE_URL: '',
      SEED_ROOTS: home,
      WATCH_ROOTS: home,
      CLAUDE_CONFIG_DIR: path.join(home, 'claude'),
      CODEX_HOME: path.join(home, 'codex'),
      ANTHROPIC_API_KEY: '',
    },
  })
  try {
    await untilReady(base, server)
    return await job({ base, home })
  } finally {
    server.kill('SIGTERM')
    rmSync(home, { recursive: true, force: true })
  }
}

async function untilReady(base, server) {
  for (;;) {
    const isReady = await fetch(`${base}/readyz`).then(
      ({ ok }) => ok,
      () => false,
    )
    if (isReady) return
    if (server.exitCode !== null) throw new Error('the server did not start')
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
}

/** A browser that takes pictures. */
export async function pictureBrowser() {
  const executablePath = await requireChromium()
  return chromium.launch({
    ...(executablePath ? { executablePath } : {}),
    args: ['--no-sandbox', '--disable-gpu'],
  })
}

/**
 * Shows the folders of this machine on a page as another one's.
 *
 * @param {import('playwright/test').Page} page
 * @param {string} home
 */
export async function hidePaths(page, home) {
  await page.evaluate(
    ({ hidden, shown }) => {
      const { document, NodeFilter } = globalThis
      const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
      while (texts.nextNode()) {
        const { nodeValue } = texts.currentNode
        const said = hidden.reduce(
          (text, folder) => text.replaceAll(folder, shown),
          nodeValue ?? '',
        )
        if (said !== nodeValue) texts.currentNode.nodeValue = said
      }
      for (const field of document.querySelectorAll('input, textarea')) {
        field.value = hidden.reduce((text, folder) => text.replaceAll(folder, shown), field.value)
      }
    },
    { hidden: [path.join(home, 'data'), home, root], shown: SHOWN_FOLDER },
  )
}
