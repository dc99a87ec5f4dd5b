// `npm start`: installs what is missing, checks the settings, builds if needed, serves.
// `--build-only` ends before serving.
import { build, generateClients, installPackages, requireNode, say } from './prepare.mjs'

requireNode()
await installPackages()
const { checkedSettings } = await import('./settings.mjs')
const settings = await checkedSettings()
await generateClients()
await build()
if (!process.argv.includes('--build-only')) {
  const { serve } = await import('./serve.mjs')
  say(`serving http://${settings.host}:${settings.port}, data in ${settings.dataDir}`)
  serve('start', settings)
}
