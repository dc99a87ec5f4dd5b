#!/usr/bin/env node
// `npx palimpsest …`: the command line, in TypeScript, beside a running server or without one.
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { register } from 'tsx/esm/api'

// Sources that are named on the command line are meant from where it was typed.
process.env.PALIMPSEST_CWD = process.cwd()
process.chdir(path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..'))
register()
const { main } = await import('../cli/main.ts')
process.exitCode = await main(process.argv.slice(2))
