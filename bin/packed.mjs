#!/usr/bin/env node
// `npx palimpsest …` of a package (scripts/package): serves, or runs a command. It becomes
// `bin/palimpsest.mjs` there; that of the sources runs them through a compiler.
import path from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { placeData } from '../scripts/package/data-folder.mjs'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const [name, ...args] = process.argv.slice(2)
process.env.PALIMPSEST_CWD = process.cwd()
placeData(process.env, process.cwd())
// Agents start this one often; with a server running, it needs nothing else.
const isBridged = name === 'mcp' && (await (await import('./mcp.mjs')).bridged(root, args))
if (!isBridged) {
  const { requireNode } = await import('../scripts/prepare.mjs')
  requireNode()
  const { requireSqlite } = await import('../scripts/package/sqlite-binary.mjs')
  requireSqlite()
  if (name === undefined || name === 'serve') await import('../scripts/package/serve.mjs')
  else {
    const { main } = await import(pathToFileURL(path.join(root, 'cli', 'main.mjs')).href)
    process.exitCode = await main(process.argv.slice(2))
  }
}
