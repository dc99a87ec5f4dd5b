import { copyFileSync, linkSync, lstatSync, mkdirSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * Puts a file or a folder at another place, where it is only read: without a copy of its bytes if
 * the disk allows that. `isWanted` decides on each path below, relative to `from`. Links are left
 * out.
 */
export function place(from, to, isWanted = () => true, name = '') {
  const status = lstatSync(path.join(from, name))
  if (status.isDirectory()) {
    for (const entry of readdirSync(path.join(from, name))) {
      const below = path.join(name, entry)
      if (isWanted(below)) place(from, to, isWanted, below)
    }
  } else if (status.isFile()) {
    mkdirSync(path.dirname(path.join(to, name)), { recursive: true })
    placeFile(path.join(from, name), path.join(to, name))
  }
}

function placeFile(from, to) {
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to)
  }
}
