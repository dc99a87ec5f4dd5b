// The description of the package: what npm reads of it, other than that of the sources.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../prepare.mjs'

/** Folder of the application in the package, and while it is packed, in the sources. */
export const STAGED = 'dist'

/**
 * Installed with the package, for the machine; all else is in it. Optional, so that npm goes on where
 * there is no binary, and the program itself says what to do (sqlite-binary.mjs).
 */
const INSTALLED = 'better-sqlite3'

/** Returns the manifest of the sources without what builds and tests them. */
export function packedManifest() {
  const { name, version, description, license, type, engines, dependencies } = JSON.parse(
    readFileSync(path.join(root, 'package.json'), 'utf8'),
  )
  return {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { [name]: `${STAGED}/bin/palimpsest.mjs` },
    files: [STAGED],
    optionalDependencies: { [INSTALLED]: dependencies[INSTALLED] },
  }
}
