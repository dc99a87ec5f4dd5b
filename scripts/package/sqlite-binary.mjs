// better-sqlite3's binary, which is installed for the machine. npm may have been told to run no
// scripts of packages: then it is fetched at the first start.
import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import path from 'node:path'
import { compiledProblem } from '../packages.mjs'
import { fail, root } from '../prepare.mjs'

/** Ends the process with what to do if there is no binary for this machine. */
export function requireSqlite() {
  if (compiledProblem(root) === null) return
  const folder = path.dirname(createRequire(import.meta.url).resolve('better-sqlite3/package.json'))
  process.stderr.write('palimpsest: fetching better-sqlite3 for this machine (once)\n')
  fetchBinary(folder)
  const problem = compiledProblem(root)
  if (problem === null) return
  const machine = `Node.js ${process.versions.node} on ${process.platform} ${process.arch}`
  fail(
    `${problem}\n` +
      `There may be no ready binary for ${machine}. Use a long-term version of Node.js, or install ` +
      `Python 3, make and a C++ compiler and run: npm explore --prefix ${quoted(prefixOf(folder))} better-sqlite3 -- npm run build-release`,
  )
}

function fetchBinary(folder) {
  const fetcher = createRequire(path.join(folder, 'package.json')).resolve(
    'prebuild-install/bin.js',
  )
  spawnSync(process.execPath, [fetcher], { cwd: folder, stdio: 'ignore' })
}

/** The folder in whose `node_modules` it is. */
const prefixOf = (folder) => path.resolve(folder, '..', '..')

const quoted = (text) => (/^[\w/.:\\-]+$/.test(text) ? text : JSON.stringify(text))
