// Whether the installed packages are those of the lock file, whoever installed them, and whether
// what is compiled among them works with this Node.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/** The first package of a project's lock file that is not there as it is locked; null: all are. */
export function missingPackage(folder) {
  const installed = packagesIn(path.join(folder, 'node_modules', '.package-lock.json'))
  const locked = Object.entries(packagesIn(path.join(folder, 'package-lock.json')))
  const missing = locked.find(([place, wanted]) => {
    if (place === '') return false
    const found = installed[place]
    // Optional ones are left out where they are for other machines.
    if (!found) return !wanted.optional
    // An installation that was broken off leaves its list and takes folders.
    return !isSame(found, wanted) || !existsSync(path.join(folder, place))
  })
  return missing?.[0] ?? null
}

const isSame = (one, other) => one.version === other.version && one.integrity === other.integrity

/** What a lock file lists: by place, `node_modules/…`. */
function packagesIn(lockFile) {
  return existsSync(lockFile) ? (JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {}) : {}
}

/** Why the compiled package does not work, in one line; null: it does. It is made for one version of Node. */
export function compiledProblem(folder) {
  try {
    const Sqlite = createRequire(path.join(folder, 'package.json'))('better-sqlite3')
    new Sqlite(':memory:').close()
    return null
  } catch (error) {
    return `better-sqlite3 does not work with Node.js ${process.versions.node}: ${error.message.split('\n')[0]}`
  }
}
