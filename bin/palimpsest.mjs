#!/usr/bin/env node
// `palimpsest …`: the command line, with or without a running server; from the sources, or compiled in the package.
import { existsSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { bridge, queryOf } from './mcp.mjs'

const root = path.resolve(import.meta.dirname, '..')
const from = process.cwd()
const typed = process.argv.slice(2)
const compiled = path.join(root, 'cli', 'main.mjs')
const isPackage = existsSync(compiled)
const DATA_DIR = process.env.DATA_DIR || (isPackage && usualDataFolder(process.env))
if (DATA_DIR) process.env.DATA_DIR = path.resolve(DATA_DIR)
// An agent waits for it: what is mistyped is told by the command itself.
const query = typed[0] === 'mcp' ? queryOf(typed.slice(1)) : null
if (query !== null) await bridge(query)
else await main()

async function main() {
  // Migrations, and a clone's data folder, lie there.
  process.chdir(root)
  if (!isPackage) {
    const { register } = await import('tsx/esm/api')
    register()
  }
  const { main: run } = await import(isPackage ? pathToFileURL(compiled).href : '../cli/main.ts')
  process.exitCode = await run(typed, from)
}

/** The place that the platform has for data: the folder of the package goes with its next version. */
function usualDataFolder({ LOCALAPPDATA, XDG_DATA_HOME = '' }) {
  const home = homedir()
  if (process.platform === 'win32') {
    return path.join(LOCALAPPDATA || path.join(home, 'AppData', 'Local'), 'palimpsest')
  }
  if (process.platform === 'darwin') {
    return path.join(home, 'Library', 'Application Support', 'palimpsest')
  }
  // The rule of that variable: a relative path is not heeded.
  const shared = path.isAbsolute(XDG_DATA_HOME) ? XDG_DATA_HOME : path.join(home, '.local', 'share')
  return path.join(shared, 'palimpsest')
}
