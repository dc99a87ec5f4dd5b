// `npm run dev`: as `npm start`, with Next's development server and no build.
import { generateClients, installPackages, requireNode } from './prepare.mjs'

requireNode()
await installPackages()
const { checkedSettings } = await import('./settings.mjs')
const settings = await checkedSettings()
await generateClients()
const { serve } = await import('./serve.mjs')
serve('dev', settings)
