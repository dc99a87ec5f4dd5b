import type { MappedMemory } from '@/lib/store/model/store-map'

/** The memories below a top-level folder, as one part of the map. */
export interface MapFolder {
  /** with its trailing slash; `/`: memories in no folder */
  path: string
  memories: MappedMemory[]
  byteSize: number
}

/** The memories of a map by their top-level folders, the largest first. */
export function mapFolders(memories: readonly MappedMemory[]): MapFolder[] {
  const folders = new Map<string, MapFolder>()
  for (const memory of memories) {
    const path = memory.path.slice(0, memory.path.indexOf('/', 1) + 1) || '/'
    const folder = folders.get(path) ?? { path, memories: [], byteSize: 0 }
    folder.memories.push(memory)
    folder.byteSize += memory.size
    folders.set(path, folder)
  }
  return [...folders.values()].sort((one, other) => other.byteSize - one.byteSize)
}
