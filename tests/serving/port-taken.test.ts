import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished } from 'vitest'
import { expect, test } from '@/tests/support/fixtures'

test.for([
  ['npm start', 'scripts/start.mjs'],
  ['palimpsest serve', 'bin/palimpsest.mjs', 'serve'],
])('%s says in one line why it cannot have a port', async ([, ...program], { folder }) => {
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(() => void other.close())
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const taken = `another program listens on 127.0.0.1:${port}; end it, or choose another port: PORT=${port + 1}`
  const none = 'PORT="3000.5" cannot be used: expected a whole number from 1 to 65535'
  for (const [PORT, words] of [[String(port), taken] as const, ['3000.5', none] as const]) {
    // An empty HOST is none, and never every interface.
    const env = { ...process.env, DATABASE_URL: '', DATA_DIR: folder, HOST: '', PORT }
    const child = spawn(process.execPath, program, { env, stdio: ['ignore', 'pipe', 'pipe'] })
    const said = Promise.all([text(child.stdout), text(child.stderr)])
    const [code] = (await once(child, 'close')) as [number | null]
    expect([code, ...(await said)]).toEqual([1, '', `palimpsest: ${words}\n`])
  }
})
