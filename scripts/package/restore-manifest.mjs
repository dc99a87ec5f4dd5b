import { renameSync } from 'node:fs'
import path from 'node:path'
import { root } from '../prepare.mjs'

/** The description of the sources, while npm reads the package's. */
export const SOURCES_MANIFEST = path.join(root, '.cache', 'package.json')

export function restoreManifest() {
  renameSync(SOURCES_MANIFEST, path.join(root, 'package.json'))
}
