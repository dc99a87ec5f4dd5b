// The tests' browser: an installed one, else Playwright's own, else the package manager's.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'

/** Chromium without a window first: the same pages cost it a third less of a processor. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]

/** The browser's path; undefined: Playwright has its own. Throws if none can be had. */
export function requireChromium() {
  const present = presentChromium()
  if (present) return present
  if (isDone('node_modules/.bin/playwright', ['install', '--only-shell', 'chromium'])) return
  const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
  const [manager, ...args] = [...sudo, 'apt-get', 'install', '-y', '-qq']
  for (const name of NAMES.slice(0, 2)) if (isDone(manager, [...args, name])) break
  const installed = presentChromium()
  if (installed) return installed
  throw new Error('no browser for the tests: set CHROMIUM_PATH, or install the package chromium')
}

function presentChromium() {
  const given = process.env.CHROMIUM_PATH
  if (given) return given
  const folders = (process.env.PATH ?? '').split(path.delimiter)
  return NAMES.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(existsSync)
}

function isDone(command, args) {
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' }
  return spawnSync(command, args, { stdio: 'ignore', env, timeout: 300_000 }).status === 0
}
