import { database } from '@/lib/db/open-database'
import { lostPaths, mendTree } from '@/lib/store/tree/lost-paths'
import { COMMAND_LINE_ACTOR } from '@/lib/store/model/actor'

/** Paths of a store that are named; the rest is counted. */
const NAMED = 5

/**
 * Lists what the stores' trees lack although memories are there, a line each store; empty if
 * nothing. `isMended`: the missing parts are made anew from the memories.
 */
export async function treeFindings(isMended: boolean): Promise<string[]> {
  const db = database()
  const lost = new Map<string, string[]>()
  for await (const { storeId, path, isFolder } of lostPaths(db)) {
    const paths = lost.get(storeId) ?? []
    lost.set(storeId, paths)
    paths.push(isFolder ? `${path}/` : path)
  }
  const lines: string[] = []
  for (const [storeId, named] of lost) {
    const paths = named.map((path) => path.replace(/\/$/, ''))
    if (isMended) await mendTree(db, { storeId, paths, cause: { actor: COMMAND_LINE_ACTOR } })
    lines.push(lineOf(storeId, named, isMended))
  }
  return lines
}

function lineOf(storeId: string, paths: readonly string[], isMended: boolean): string {
  const more = paths.length > NAMED ? ` and ${paths.length - NAMED} more` : ''
  const named = `${paths.slice(0, NAMED).join(', ')}${more}`
  return isMended
    ? `the tree of ${storeId} has these again, as its memories are: ${named}`
    : `the tree of ${storeId} lacks, or counts wrongly, what its memories say: ${named}. They are whole and are found by their paths; palimpsest doctor --mend-trees makes the tree anew`
}
