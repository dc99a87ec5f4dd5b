// Bundles the scanner's thread with the libraries that it uses into one plain module: a thread of a
// built application, of tests and of development loads no TypeScript, and starts quickly when it is
// replaced.
import { build } from 'esbuild'

await build({
  entryPoints: ['lib/scan/worker.ts'],
  outdir: 'lib/scan/generated',
  outExtension: { '.js': '.mjs' },
  bundle: true,
  platform: 'node',
  target: 'node20.19',
  format: 'esm',
  logLevel: 'warning',
})
