// better-sqlite3's binary, which is installed for the machine. npm may have been told to run no
// scripts of packages: then it is fetched at the first start. Where npm could neither fetch nor
// compile it, npm leaves the whole package out and says nothing.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { compiledProblem } from '../packages.mjs'
import { fail, root } from '../prepare.mjs'

const MACHINE = `Node.js ${process.versions.node} on ${process.platform} ${process.arch}`

const NEEDED =
  `There may be no ready binary for ${MACHINE}, or it could not be fetched. Use a long-term version ` +
  'of Node.js and a network that reaches where the binaries are kept, or install Python 3, make and ' +
  'a C++ compiler. '

/** Ends the process with what to do if there is no binary for this machine. */
export function requireSqlite() {
  if (compiledProblem(root) === null) return
  const folder = installedFolder()
  if (folder === null) {
    const again = 'Then start it with npx again; where it is installed for good, first run: '
    fail(
      `npm could not install better-sqlite3, which keeps the data\n${NEEDED}${again}${installing()}`,
    )
  }
  process.stderr.write('palimpsest: fetching better-sqlite3 for this machine (once)\n')
  fetchBinary(folder)
  const problem = compiledProblem(root)
  if (problem === null) return
  const prefix = quoted(path.resolve(folder, '..', '..'))
  fail(
    `${problem}\n${NEEDED}Then run: npm explore --prefix ${prefix} better-sqlite3 -- npm run build-release`,
  )
}

/** null: it is not installed. */
function installedFolder() {
  try {
    const resolve = createRequire(import.meta.url).resolve
    return path.dirname(resolve('better-sqlite3/package.json'))
  } catch {
    return null
  }
}

/** The command that installs it into the package, and says what fails. */
function installing() {
  const folder = path.resolve(root, '..')
  const manifest = JSON.parse(readFileSync(path.join(folder, 'package.json'), 'utf8'))
  const [wanted = ['better-sqlite3', 'latest']] = Object.entries(
    manifest.optionalDependencies ?? {},
  )
  return `npm install --prefix ${quoted(folder)} --save-prod ${wanted.join('@')}`
}

function fetchBinary(folder) {
  const fetcher = createRequire(path.join(folder, 'package.json')).resolve(
    'prebuild-install/bin.js',
  )
  spawnSync(process.execPath, [fetcher], { cwd: folder, stdio: 'ignore' })
}

const quoted = (text) => (/^[\w/.:\\-]+$/.test(text) ? text : JSON.stringify(text))
