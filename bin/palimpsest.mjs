#!/usr/bin/env node
// `npx palimpsest …`: the command line, in TypeScript, with or without a running server.
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')
const [name, ...args] = process.argv.slice(2)
// Agents start this one often; with a server running, it needs nothing else.
const isBridged = name === 'mcp' && (await (await import('./mcp.mjs')).bridged(root, args))
if (name === undefined || name === 'serve') await import('../scripts/start.mjs')
else if (!isBridged) {
  // Sources on the command line are relative to where it was typed.
  process.env.PALIMPSEST_CWD = process.cwd()
  process.chdir(root)
  const { register } = await import('tsx/esm/api')
  register()
  const { main } = await import('../cli/main.ts')
  process.exitCode = await main(process.argv.slice(2))
}
