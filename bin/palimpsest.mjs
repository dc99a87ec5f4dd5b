#!/usr/bin/env node
// `npx palimpsest …`: the command line, in TypeScript, with or without a running server.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

// Sources on the command line are relative to where it was typed.
process.env.PALIMPSEST_CWD = process.cwd()
process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'))
register()
const { main } = await import('../cli/main.ts')
process.exitCode = await main(process.argv.slice(2))
