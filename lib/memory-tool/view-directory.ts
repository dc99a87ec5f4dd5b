import { humanSize } from '@/lib/text/human-size'
import { comparePaths } from '@/lib/text/memory-path'
import type { Child, MemoryFiles } from './memory-files'
import type { Mount } from './mount'
import { refuseCall } from './refusal'
import { toolPathOf } from './tool-path'

/** One line of a directory view. */
interface Entry {
  /** as the tool names it; a directory's with a trailing slash */
  path: string
  size: number
}

type Directories = Pick<MemoryFiles, 'children'>

/** A directory of a store and its entries, two levels deep. */
export async function viewDirectory(
  files: Directories,
  storeId: string,
  at: { shown: string; path: string },
): Promise<string> {
  const children = await files.children({ storeId, path: at.path })
  if (children.length === 0 && at.path !== '') {
    return refuseCall(`The path ${at.shown} does not exist. Please provide a valid path.`)
  }
  const size = children.reduce((sum, child) => sum + child.size, 0)
  const shown = await withGrandchildren(files, storeId, children)
  const entries = shown.map((child) => ({ path: toolPathOf(at, child.path), size: child.size }))
  return listing(at.shown, size, entries)
}

/**
 * The entries that a directory's view leaves out: hidden items, `node_modules`, and the contents of
 * deeper folders.
 */
export async function notInView(
  files: Directories,
  storeId: string,
  path: string,
): Promise<{ hidden: string[]; deeper: string[] }> {
  const children = await files.children({ storeId, path })
  const below: Child[] = []
  for (const child of children.filter(isShown).filter(isFolder)) {
    below.push(...(await files.children({ storeId, path: child.path.slice(0, -1) })))
  }
  const all = [...children, ...below]
  return {
    hidden: all.filter((child) => !isShown(child)).map((child) => child.path),
    deeper: below
      .filter(isShown)
      .filter(isFolder)
      .map((child) => child.path),
  }
}

function isFolder(child: Child): boolean {
  return child.path.endsWith('/')
}

/** `/memories` with several stores attached: each is a directory. */
export async function viewMounts(
  files: MemoryFiles,
  mounts: readonly Mount[],
  shown: string,
): Promise<string> {
  const entries: Entry[] = []
  for (const { storeId, name } of mounts) {
    entries.push({ path: `${shown}/${name}/`, size: await files.storeSize(storeId) })
    for (const child of (await files.children({ storeId, path: '' })).filter(isShown)) {
      entries.push({ path: `${shown}/${name}${child.path}`, size: child.size })
    }
  }
  const size = entries
    .filter((entry) => mounts.some(({ name }) => entry.path === `${shown}/${name}/`))
    .reduce((sum, entry) => sum + entry.size, 0)
  return listing(shown, size, entries)
}

async function withGrandchildren(
  files: Directories,
  storeId: string,
  children: readonly Child[],
): Promise<Child[]> {
  const shown: Child[] = []
  for (const child of children.filter(isShown)) {
    shown.push(child)
    if (!child.path.endsWith('/')) continue
    const below = await files.children({ storeId, path: child.path.slice(0, -1) })
    shown.push(...below.filter(isShown))
  }
  return shown
}

/** Directory views omit hidden items and `node_modules`, at both levels. */
function isShown(child: Child): boolean {
  const name = child.path.replace(/\/$/, '').split('/').at(-1) ?? ''
  return !name.startsWith('.') && name !== 'node_modules'
}

function listing(path: string, size: number, entries: readonly Entry[]): string {
  const sorted = [...entries].sort((one, other) => comparePaths(one.path, other.path))
  return [
    `Here're the files and directories up to 2 levels deep in ${path}, excluding hidden items and node_modules:`,
    `${humanSize(size)}\t${path}`,
    ...sorted.map((entry) => `${humanSize(entry.size)}\t${entry.path}`),
  ].join('\n')
}
