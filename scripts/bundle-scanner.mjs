// Bundles the scanner's thread (lib/scan/scan-worker.ts) with the libraries that it uses into one
// plain module: a thread of a built application, of tests and of the command line loads no
// TypeScript, and this one must start quickly, since it is replaced whenever it is too slow.
import { build } from 'esbuild'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

await build({
  absWorkingDir: root,
  entryPoints: ['lib/scan/scan-worker.ts'],
  outfile: 'lib/scan/generated/scan-worker.mjs',
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  logLevel: 'warning',
})
