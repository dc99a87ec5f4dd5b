// The tests' browser: an installed one, else Playwright's own, else the package manager's.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { root } from './prepare.mjs'

/** Chromium without a window first: the same pages cost it a third less of a processor. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/**
 * The browser's path; null if Playwright should use the one that it downloaded. Throws if none can
 * be found.
 */
export async function requireChromium() {
  const present = presentChromium()
  if (present) return present
  if (playwrightDownload()) return null
  if (systemInstall()) {
    const installed = presentChromium()
    if (installed) return installed
  }
  throw new Error(
    'no browser for the tests: set CHROMIUM_PATH, or install the package chromium, or let Playwright download one',
  )
}

function presentChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) {
    if (existsSync(given)) return given
    throw new Error(`CHROMIUM_PATH names ${given}, which is not there`)
  }
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  for (const name of NAMES) {
    for (const folder of folders) {
      const candidate = path.join(folder, name)
      if (existsSync(candidate)) return candidate
    }
  }
  return null
}

function playwrightDownload() {
  const cli = path.join(root, 'node_modules', 'playwright', 'cli.js')
  const { status } = spawnSync(process.execPath, [cli, 'install', '--only-shell', 'chromium'], {
    cwd: root,
    stdio: 'ignore',
    timeout: 300_000,
  })
  return status === 0
}

function systemInstall() {
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  const isDone = (...args) => {
    const [command, ...rest] = [...sudo, 'apt-get', ...args]
    return spawnSync(command, rest, { stdio: ['ignore', 'ignore', 'inherit'], env }).status === 0
  }
  if (!isDone('update', '-qq')) return false
  return ['chromium-headless-shell', 'chromium'].some((name) =>
    isDone('install', '-y', '-qq', name),
  )
}
