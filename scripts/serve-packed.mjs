// What `palimpsest serve` does in the package: there is nothing to install or to build.
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { end, whereToListen } from './where-to-listen.mjs'

const require = createRequire(path.resolve('package.json'))

requireSqlite()
const where = await whereToListen()
// The framework would read its settings from a file of the sources, with what builds them.
const { config } = JSON.parse(readFileSync('.next/required-server-files.json', 'utf8'))
process.env.__NEXT_PRIVATE_STANDALONE_CONFIG = JSON.stringify(config)
process.env.NODE_ENV = 'production'
// Next would wait for every open stream at the end; instrumentation-node.ts ends the process.
process.env.NEXT_MANUAL_SIG_HANDLE = '1'
require('next')
const { startServer } = require('next/dist/server/lib/start-server')
await startServer({ dir: process.cwd(), isDev: false, config, allowRetry: false, ...where })

/** npm may install no binary of SQLite for this machine: it is fetched, else its user is told how. */
function requireSqlite() {
  if (worksSqlite()) return
  process.stderr.write('palimpsest: fetching better-sqlite3 for this machine (once)\n')
  const folder = path.dirname(require.resolve('better-sqlite3/package.json'))
  const fetcher = createRequire(path.join(folder, 'package.json')).resolve(
    'prebuild-install/bin.js',
  )
  spawnSync(process.execPath, [fetcher], { cwd: folder, stdio: 'ignore' })
  if (worksSqlite()) return
  const built = `cd ${JSON.stringify(folder)} && npm run build-release`
  const tools = 'Python 3, make and a C++ compiler'
  end(`better-sqlite3 has no binary for this machine; with ${tools} run: ${built}`)
}

function worksSqlite() {
  try {
    new (require('better-sqlite3'))(':memory:').close()
    return true
  } catch {
    return false
  }
}
