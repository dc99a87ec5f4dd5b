#!/usr/bin/env node
// `palimpsest …`: the command line from the sources, with or without a running server.
import path from 'node:path'
import { bridge, queryOf } from './mcp.mjs'

const from = process.cwd()
const typed = process.argv.slice(2)
const { DATA_DIR } = process.env
if (DATA_DIR) process.env.DATA_DIR = path.resolve(DATA_DIR)
// An agent waits for it: what is mistyped is told by the command itself.
const query = typed[0] === 'mcp' ? queryOf(typed.slice(1)) : null
if (query !== null) await bridge(query)
else await main()

async function main() {
  // Migrations, and a clone's data folder, lie there.
  process.chdir(path.resolve(import.meta.dirname, '..'))
  const { register } = await import('tsx/esm/api')
  register()
  const { main: run } = await import('../cli/main.ts')
  process.exitCode = await run(typed, from)
}
