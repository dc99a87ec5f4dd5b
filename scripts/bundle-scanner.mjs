// Bundles the threads of lib/scan (scan-worker.ts, compare-worker.ts), each with the libraries that
// it uses, into one plain module: a thread of a built application, of tests and of the command line
// loads no TypeScript, and the scanner's must start quickly, since it is replaced whenever it is
// too slow.
import { build } from 'esbuild'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = path.resolve(path.dirname(fileURLToPath(import.meta.url)), '..')

await build({
  absWorkingDir: root,
  entryPoints: ['lib/scan/scan-worker.ts', 'lib/scan/compare-worker.ts'],
  outdir: 'lib/scan/generated',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  logLevel: 'warning',
})
