// `npm start`: installs what is missing, checks the settings, builds if needed, serves.
// `--build-only` ends before serving.
import { requireFreePort, serve } from './serve.mjs'
import { build, generateClients, installPackages, requireNode, say } from './prepare.mjs'

requireNode()
await installPackages()
const { checkedSettings } = await import('./settings.mjs')
const settings = await checkedSettings()
const isServed = !process.argv.includes('--build-only')
if (isServed) await requireFreePort(settings)
await generateClients()
await build()
if (isServed) {
  say(`serving http://${settings.host}:${settings.port}, data in ${settings.dataDir}`)
  serve('start', settings)
}
