import { lstat, readlink, realpath } from 'node:fs/promises'
import path from 'node:path'
import { diskCode } from './read-file'

/** Links that lead to another are followed so often, as the system does. */
const MAX_LINKS = 40

/**
 * Returns the absolute path at which a file lies, or will once it is written: links are followed as
 * far as something is there. Throws the signal's reason.
 */
export async function realPlace(file: string, signal: AbortSignal): Promise<string> {
  const { root } = path.parse(file)
  // The names still to be gone down, the next one last.
  const names = namesOf(file, root)
  let place = root
  let links = 0
  for (let name = names.pop(); name !== undefined; name = names.pop()) {
    signal.throwIfAborted()
    if (name === '..') {
      place = path.dirname(place)
      continue
    }
    const next = path.join(place, name)
    const found = await lstat(next).catch(nothingThere)
    const isLink = found?.isSymbolicLink() === true
    if (!found || (isLink && ++links > MAX_LINKS)) {
      return path.join(await asNamed(place), name, ...names.toReversed())
    }
    if (!isLink) place = next
    else {
      const target = await readlink(next)
      const start = path.parse(target).root
      if (start !== '') place = start
      names.push(...namesOf(target, start))
    }
  }
  return asNamed(place)
}

const namesOf = (file: string, root: string) =>
  file
    .slice(root.length)
    .split(path.sep)
    .filter((name) => name !== '' && name !== '.')
    .toReversed()

/** With the names that the disk has, where it takes others for the same. */
const asNamed = (place: string) => realpath(place).catch(() => place)

function nothingThere(error: unknown): null {
  if (diskCode(error) === null) throw error
  return null
}
