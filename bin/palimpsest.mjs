#!/usr/bin/env node
// `palimpsest …`: the command line from the sources, with or without a running server.
import path from 'node:path'
import { register } from 'tsx/esm/api'

const from = process.cwd()
const { DATA_DIR } = process.env
if (DATA_DIR) process.env.DATA_DIR = path.resolve(DATA_DIR)
// Migrations, and a clone's data folder, lie there.
process.chdir(path.resolve(import.meta.dirname, '..'))
register()
const { main } = await import('../cli/main.ts')
process.exitCode = await main(process.argv.slice(2), from)
