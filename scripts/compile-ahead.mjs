// Compiles SQLite while npm still installs everything else. Where no ready binary can be fetched that
// keeps one core busy for most of a minute, and npm starts it only when all is unpacked.
import { cpSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { lockOf } from './packages.mjs'

const NAME = 'better-sqlite3'
const BINARY = path.join('node_modules', NAME, 'build', 'Release', 'better_sqlite3.node')

const PACKAGE = path.join('node_modules', NAME, 'package.json')

const besideOf = (root) => path.join(root, '.cache', 'sqlite')

/**
 * Installs and compiles the package as it is locked, into a folder of its own. It fails silently: what
 * is missing then is compiled later, and says why it cannot be.
 *
 * @param {string} root the project's folder
 * @param {(args: string[], options: object) => Promise<number>} npm resolves with its exit code
 */
export async function compileAhead(root, npm) {
  const folder = besideOf(root)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  const lock = lockOf(readJson(path.join(root, 'package-lock.json')), NAME)
  const { name, version, dependencies } = lock.packages['']
  const allowScripts = { [NAME]: true }
  writeJson(path.join(folder, 'package.json'), { name, version, dependencies, allowScripts })
  writeJson(path.join(folder, 'package-lock.json'), lock)
  await npm(['ci'], { cwd: folder, stdio: 'ignore' })
}

/** Puts the binary among the project's packages, if it was compiled ahead. */
export function placeCompiled(root) {
  const folder = besideOf(root)
  const binary = path.join(folder, BINARY)
  // One that was left behind may be of the version before.
  const isSame = existsSync(binary) && versionIn(folder) === versionIn(root)
  if (isSame) cpSync(binary, path.join(root, BINARY))
  rmSync(folder, { recursive: true, force: true })
}

const versionIn = (folder) => readJson(path.join(folder, PACKAGE)).version

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))

const writeJson = (file, content) => writeFileSync(file, JSON.stringify(content))
