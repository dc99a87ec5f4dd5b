// `npm run dev`: like `npm start`, but with Next's development server and no build.
import { holdPort, serve } from './serve.mjs'
import { client, compiled, packages, prepare, requireNode, scanner } from './prepare.mjs'
import { checkedSettings } from './settings.mjs'

requireNode()
await prepare(packages)
const settings = checkedSettings()
const releasePort = await holdPort(settings)
await prepare(compiled)
await prepare(scanner)
await prepare(client)
await serve('dev', settings, releasePort)
