// Which modules import each other in a cycle: none may, types included, because whoever reads one
// of them has to read them all.
import { readFileSync } from 'node:fs'
import path from 'node:path'
import ts from 'typescript'

/**
 * The cycles among these files: each a sorted list of modules that reach each other.
 *
 * @param {readonly string[]} files paths of TypeScript files, relative to the root
 * @param {(file: string) => string} read returns a file's text
 * @returns {string[][]}
 */
export function importCycles(files, read = (file) => readFileSync(file, 'utf8')) {
  const modules = new Map(files.map((file) => [moduleOf(file), file]))
  const imports = new Map(
    [...modules].map(([module, file]) => [
      module,
      importsOf(file, read(file)).filter((target) => modules.has(target)),
    ]),
  )
  return stronglyConnected(imports)
    .filter((group) => group.length > 1)
    .map((group) => group.sort())
}

const moduleOf = (file) => file.replace(/\.tsx?$/, '')

function importsOf(file, text) {
  return ts.preProcessFile(text, true, true).importedFiles.flatMap(({ fileName }) => {
    if (fileName.startsWith('@/')) return [fileName.slice('@/'.length)]
    return fileName.startsWith('.') ? [path.posix.join(path.posix.dirname(file), fileName)] : []
  })
}

/** Tarjan, Depth-first search and linear graph algorithms, 1972. */
function stronglyConnected(edges) {
  const found = new Map()
  const lowest = new Map()
  const open = []
  const groups = []
  const visit = (node) => {
    found.set(node, found.size)
    lowest.set(node, found.get(node))
    open.push(node)
    for (const next of edges.get(node)) {
      if (!found.has(next)) visit(next)
      if (open.includes(next)) lowest.set(node, Math.min(lowest.get(node), lowest.get(next)))
    }
    if (lowest.get(node) === found.get(node)) groups.push(open.splice(open.indexOf(node)))
  }
  for (const node of edges.keys()) if (!found.has(node)) visit(node)
  return groups
}
