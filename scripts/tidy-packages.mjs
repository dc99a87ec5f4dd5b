// Removes from installed packages what no program of ours reads, a third of what they take on disk,
// and puts the command `npx palimpsest` of this clone among their programs.
import { chmodSync, existsSync, readdirSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'

/** Maps from what is served to the sources of packages. Debuggers read them, where there are any. */
const SOURCE_MAP = /\.(?:[cm]?[jt]s|css)\.map$/

/** Monaco comes three times: as modules, which are built, and ready for pages without a build. */
const READY_MONACO = /^monaco-editor\/(?:dev|min)$/

/** Prisma's compilers of queries for other databases, and the larger ones (scripts/generate-client.mjs). */
const OTHER_COMPILER =
  /^@prisma\/client\/runtime\/query_compiler_(?:fast_bg|small_bg\.(?:cockroachdb|mysql|sqlserver))\./

const UNREAD = [SOURCE_MAP, READY_MONACO, OTHER_COMPILER]

/** What compiling leaves beside the binary. The sources stay: another Node compiles them again. */
const OBJECTS = ['obj', 'obj.target', 'test_extension.node']

/**
 * Tidies the packages of a project's folder. Each keeps its folder and its `package.json`, by which npm
 * and scripts/packages.mjs see that it is installed.
 *
 * @param {string} root
 */
export function tidyPackages(root) {
  removeUnread(path.join(root, 'node_modules'))
  removeObjects(root)
  linkCommand(root)
}

/** Removes what compiling SQLite left behind. */
export function removeObjects(root) {
  const folder = path.join(root, 'node_modules', 'better-sqlite3', 'build', 'Release')
  for (const name of OBJECTS) rmSync(path.join(folder, name), { recursive: true, force: true })
}

function removeUnread(modules, below = '') {
  for (const entry of readdirSync(path.join(modules, below), { withFileTypes: true })) {
    const name = `${below}${entry.name}`
    if (UNREAD.some((pattern) => pattern.test(name))) {
      rmSync(path.join(modules, name), { recursive: true })
    } else if (entry.isDirectory()) {
      removeUnread(modules, `${name}/`)
    }
  }
}

function linkCommand(root) {
  const target = path.join(root, 'bin', 'palimpsest.mjs')
  const link = path.join(root, 'node_modules', '.bin', 'palimpsest')
  if (!existsSync(target) || process.platform === 'win32') return
  chmodSync(target, 0o755)
  rmSync(link, { force: true })
  symlinkSync(path.relative(path.dirname(link), target), link)
}
