/**
 * A memory in the tree. A tuple, since a page has thousands: bytes, the number of its last change,
 * whether an agent or a script ever read it, and whether what an agent wrote there is to review.
 */
export type ListedMemory = readonly [
  path: string,
  size: number,
  sequence: number,
  isRead: 0 | 1,
  isToReview?: 1,
]

/** All memories of a store as they were after one of its changes. */
export interface Listing {
  sequence: number
  /** in the order of the tree */
  memories: readonly ListedMemory[]
  /** whether the store has more than are listed */
  hasMore: boolean
}

/** A folder with what lies in it; of a chain of single folders the last one, named after all. */
export interface FolderNode {
  /** with its last slash, `/` for the root */
  path: string
  name: string
  /** memories anywhere below */
  count: number
  folders: FolderNode[]
  memories: ListedMemory[]
}

/** A row of the tree. */
export interface TreeRow {
  /** of a folder with its last slash */
  path: string
  /** what is shown; of a chain of single folders all of their names */
  name: string
  /** 1 for what lies in the root */
  level: number
  /** its place among those in its folder, from 1 */
  position: number
  siblings: number
  /** null: it is a memory */
  folder: { count: number; isOpen: boolean } | null
  memory: ListedMemory | null
}

/** The folders of memories, which are in the order of the tree. */
export function folderTree(memories: readonly ListedMemory[]): FolderNode {
  const root = newFolder('/', '')
  const byPath = new Map([['/', root]])
  for (const memory of memories) {
    const folder = folderAt(byPath, folderOf(memory[0]))
    folder.memories.push(memory)
  }
  return joined(root)
}

const newFolder = (path: string, name: string): FolderNode => ({
  path,
  name,
  count: 0,
  folders: [],
  memories: [],
})

function folderAt(byPath: Map<string, FolderNode>, path: string): FolderNode {
  const known = byPath.get(path)
  if (known) return known
  const parent = folderAt(byPath, folderOf(path))
  const folder = newFolder(path, nameOf(path))
  parent.folders.push(folder)
  byPath.set(path, folder)
  return folder
}

/** Counts what lies below, and lets a folder that holds one folder and nothing else be that one. */
function joined(folder: FolderNode): FolderNode {
  const folders = folder.folders.map(joined)
  const count = folders.reduce((sum, each) => sum + each.count, folder.memories.length)
  const [only] = folders
  if (folder.path !== '/' && folders.length === 1 && only && folder.memories.length === 0) {
    return { ...only, name: `${folder.name}/${only.name}` }
  }
  return { ...folder, folders, count }
}

/** The rows of the tree with these folders open; `'all'`: every one, as a filter shows them. */
export function treeRows(root: FolderNode, open: ReadonlySet<string> | 'all'): TreeRow[] {
  const rows: TreeRow[] = []
  const add = (folder: FolderNode, level: number) => {
    const siblings = folder.folders.length + folder.memories.length
    for (const [index, each] of folder.folders.entries()) {
      const { path, name, count } = each
      const isOpen = open === 'all' || open.has(path)
      const row = { path, name, level, position: index + 1, siblings, memory: null }
      rows.push({ ...row, folder: { count, isOpen } })
      if (isOpen) add(each, level + 1)
    }
    for (const [index, memory] of folder.memories.entries()) {
      const position = folder.folders.length + index + 1
      const [path] = memory
      rows.push({ path, name: nameOf(path), level, position, siblings, folder: null, memory })
    }
  }
  add(root, 1)
  return rows
}

/** The memories whose paths hold a text, in whatever case. */
export function matching(memories: readonly ListedMemory[], text: string): readonly ListedMemory[] {
  const wanted = text.trim().toLowerCase()
  if (wanted === '') return memories
  return memories.filter(([path]) => path.toLowerCase().includes(wanted))
}

/** Paths of rows: folders end with a slash in both. */
export interface PathMove {
  from: string
  to: string
}

/** The path of a memory after moves. */
export function moveOf(path: string, moves: readonly PathMove[]): string {
  const move = moves.find(({ from }) => isWithin(path, from))
  return move ? move.to + path.slice(move.from.length) : path
}

/** What it takes to put rows into a folder; nothing for those that lie in it, or would lie in themselves. */
export function movesInto(folder: string, paths: readonly string[]): PathMove[] {
  return paths.flatMap((from) => {
    const slash = from.endsWith('/') ? '/' : ''
    const to = folder + nameOf(from) + slash
    return to === from || (slash !== '' && to.startsWith(from)) ? [] : [{ from, to }]
  })
}

const isWithin = (path: string, row: string) =>
  path === row || (row.endsWith('/') && path.startsWith(row))

/** The folder in which a path lies, with its last slash. */
export function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/', path.length - 2) + 1)
}

/** The last segment of a path, without the slash of a folder. */
export function nameOf(path: string): string {
  const bare = path.endsWith('/') ? path.slice(0, -1) : path
  return bare.slice(bare.lastIndexOf('/') + 1)
}

/** The folders above a path, the outermost first. */
export function foldersAbove(path: string): string[] {
  const folders: string[] = []
  for (
    let at = path.indexOf('/', 1);
    at !== -1 && at < path.length - 1;
    at = path.indexOf('/', at + 1)
  ) {
    folders.push(path.slice(0, at + 1))
  }
  return folders
}

/** The paths that do not lie in another of them. */
export function outermost(paths: Iterable<string>): string[] {
  const all = [...paths]
  return all.filter((path) => !all.some((other) => other !== path && isWithin(path, other)))
}
