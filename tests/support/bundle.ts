import path from 'node:path'
import { build } from 'esbuild'

/**
 * Bundles a program of ours for tests that start it many times: a start then costs a tenth of one
 * through the compiler. Resolves with the bundle's path. `name`: of the file, unique for each
 * entry.
 */
export async function bundle(name: string, entry: string): Promise<string> {
  const outfile = path.resolve('.cache', `${name}.mjs`)
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    packages: 'external',
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  return outfile
}
