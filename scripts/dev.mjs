// `npm run dev`: as `npm start`, with Next's development server and no build.
import { requireFreePort, serve } from './serve.mjs'
import { generateClients, installPackages, requireNode } from './prepare.mjs'

requireNode()
await installPackages()
const { checkedSettings } = await import('./settings.mjs')
const settings = await checkedSettings()
await requireFreePort(settings)
await generateClients()
serve('dev', settings)
