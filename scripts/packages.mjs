// Whether the installed packages match the lock file, whoever installed them, and whether the
// compiled ones work with this Node.
import { existsSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'

/**
 * A package that only tests and checks need.
 *
 * @param {{ dev?: boolean; devOptional?: boolean }} listed
 */
export const isForTests = ({ dev, devOptional }) => Boolean(dev ?? devOptional)

/**
 * The first package of a project's lock file that is not installed as locked; null: all are.
 * `isNeeded` is asked for each: what is not needed may be missing, but not be of another version.
 *
 * @param {string} folder
 * @param {(listed: { dev?: boolean; devOptional?: boolean }) => boolean} isNeeded
 */
export function missingPackage(folder, isNeeded = () => true) {
  const installed = packagesIn(path.join(folder, 'node_modules', '.package-lock.json'))
  const locked = Object.entries(packagesIn(path.join(folder, 'package-lock.json')))
  const missing = locked.find(([location, wanted]) => {
    if (location === '') return false
    const found = installed[location]
    // Optional ones are omitted on machines that they are not for.
    if (!found) return !wanted.optional && isNeeded(wanted)
    // An aborted installation keeps its list but can lack folders.
    return !isSame(found, wanted) || !existsSync(path.join(folder, location))
  })
  return missing?.[0] ?? null
}

const isSame = (one, other) => one.version === other.version && one.integrity === other.integrity

/** The packages of a lock file, keyed by path: `node_modules/…`. */
function packagesIn(lockFile) {
  return existsSync(lockFile) ? (JSON.parse(readFileSync(lockFile, 'utf8')).packages ?? {}) : {}
}

/**
 * Returns why the compiled package does not work, in one line; null: it does. It is compiled for
 * one version of Node.
 */
export function compiledProblem(folder) {
  try {
    const Sqlite = createRequire(path.join(folder, 'package.json'))('better-sqlite3')
    new Sqlite(':memory:').close()
    return null
  } catch (error) {
    return `better-sqlite3 does not work with Node.js ${process.versions.node}: ${error.message.split('\n')[0]}`
  }
}

/**
 * The lock file of a project that has one package of another's and what it depends on, as locked there.
 *
 * @param {{ lockfileVersion: number; packages: Record<string, object> }} lock
 * @param {string} name
 * @returns {{ packages: Record<string, object> }}
 */
export function lockOf({ lockfileVersion, packages }, name) {
  const locations = new Set()
  const add = (wanted, from) => {
    const location = locationOf(wanted, from, packages)
    // Optional ones are not locked on every machine.
    if (location === null || locations.has(location)) return
    locations.add(location)
    const { dependencies, optionalDependencies } = packages[location]
    for (const each of Object.keys({ ...dependencies, ...optionalDependencies })) {
      add(each, location)
    }
  }
  add(name, '')
  const dependencies = { [name]: packages[`node_modules/${name}`].version }
  const project = { name: 'one-package', version: '0.0.0', dependencies }
  const kept = [...locations].map((location) => [location, packages[location]])
  return {
    name: project.name,
    version: project.version,
    lockfileVersion,
    requires: true,
    packages: { '': project, ...Object.fromEntries(kept) },
  }
}

/** Where a package finds another: in its own `node_modules`, or those of the folders above. */
function locationOf(name, from, packages) {
  const location = `${from === '' ? '' : `${from}/`}node_modules/${name}`
  if (packages[location]) return location
  if (from === '') return null
  const above = from.lastIndexOf('/node_modules/')
  return locationOf(name, above === -1 ? '' : from.slice(0, above), packages)
}
