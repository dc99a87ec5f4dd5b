// Runs after an install: the scanner's thread, the store's client, and the command `npx palimpsest`
// for this clone.
import { chmodSync, existsSync, rmSync, symlinkSync } from 'node:fs'
import path from 'node:path'
import { client, root, scanner } from './prepare.mjs'

if (scanner.isStale()) await scanner.make()
if (client.isStale()) await client.make()

const target = path.join(root, 'bin', 'palimpsest.mjs')
const link = path.join(root, 'node_modules', '.bin', 'palimpsest')
if (existsSync(target) && process.platform !== 'win32') {
  chmodSync(target, 0o755)
  rmSync(link, { force: true })
  symlinkSync(path.relative(path.dirname(link), target), link)
}
