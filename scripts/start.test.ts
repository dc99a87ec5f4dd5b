import { spawn } from 'node:child_process'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'

/** Runs the script of `npm start` from another folder, until it exits by itself. */
async function start(env: Record<string, string>) {
  const child = spawn(process.execPath, [path.resolve('scripts/start.mjs')], {
    cwd: tmpdir(),
    env: { ...process.env, ...env },
  })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) {
    stream.on('data', (chunk: Buffer) => (printed += chunk.toString('utf8')))
  }
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  return { code, printed }
}

test('an invalid setting ends the start with one line', async () => {
  expect(await start({ PORT: 'web' })).toEqual({
    code: 1,
    printed: 'palimpsest: PORT="web" cannot be used: expected a whole number from 1 to 65535\n',
  })
})

test('a port that is taken ends the start with one line, before anything is built', async () => {
  const other = createServer()
  await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
  const { port } = other.address() as AddressInfo
  const { code, printed } = await start({ PORT: String(port) })
  other.close()
  expect([code, printed]).toEqual([
    1,
    `palimpsest: port ${port} is taken: stop what listens there, or set PORT to another\n`,
  ])
})
