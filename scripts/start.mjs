// `npm start`: installs what is missing, checks the settings, builds if needed, serves.
// `--build-only` ends before serving.
import { holdPort, serve } from './serve.mjs'
import { built, clients, packages, prepare, requireNode, say } from './prepare.mjs'

requireNode()
await prepare(packages)
const { checkedSettings } = await import('./settings.mjs')
const settings = await checkedSettings()
const isServed = !process.argv.includes('--build-only')
const releasePort = isServed ? await holdPort(settings) : null
await prepare(clients)
await prepare(built)
if (releasePort) {
  const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host
  say(`serving http://${host}:${settings.port}, data in ${settings.dataDir}`)
  await serve('start', settings, releasePort)
}
