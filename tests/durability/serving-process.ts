// Run by postgresql-two-servers.test.ts: the API over a database, without pages. Says its address on
// descriptor 3.
import { writeSync } from 'node:fs'
import { serve } from '@hono/node-server'
import { app } from '@/lib/api/app'
import { openDatabase, useDatabase } from '@/lib/db'

const [url = ''] = process.argv.slice(2)
useDatabase(await openDatabase(url))
serve({ fetch: app.fetch, port: 0, hostname: '127.0.0.1' }, ({ port }) => {
  writeSync(3, `http://127.0.0.1:${port}\n`)
})
