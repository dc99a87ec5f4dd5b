// `npm start`: installs what is missing, checks the settings, builds if needed, serves.
// `--build-only` stops before serving.
import { addressOf, holdPort, serve } from './serve.mjs'
import { built, client, packages, prepare, requireNode, say, scanner } from './prepare.mjs'
import { checkedSettings } from './settings.mjs'

requireNode()
await prepare(packages)
const settings = checkedSettings()
const isServed = !process.argv.includes('--build-only')
const releasePort = isServed ? await holdPort(settings) : null
await prepare(scanner)
await prepare(client)
await prepare(built)
if (releasePort) {
  await serve('start', settings, releasePort)
  say(`serving ${addressOf(settings)}, data in ${settings.dataDir}`)
}
