// `npm start`: installs what is missing, checks the settings, builds if needed, serves.
// `--build-only` stops before serving.
import { addressOf, holdPort, serve } from './serve.mjs'
import {
  beginCompiling,
  built,
  client,
  compiled,
  packages,
  prepare,
  requireNode,
  say,
  scanner,
} from './prepare.mjs'
import { checkedSettings } from './settings.mjs'

requireNode()
const compiling = beginCompiling()
await prepare(packages)
const settings = checkedSettings()
const isServed = !process.argv.includes('--build-only')
const releasePort = isServed ? await holdPort(settings) : null
await Promise.all([compile(), build()])
if (releasePort) {
  await serve('start', settings, releasePort)
  say(`serving ${addressOf(settings)}, data in ${settings.dataDir}`)
}

async function build() {
  await prepare(scanner)
  await prepare(client)
  await prepare(built)
}

async function compile() {
  await compiling
  await prepare(compiled)
}
