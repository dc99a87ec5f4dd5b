import path from 'node:path'
import { build } from 'esbuild'

/** Names that packages written as CommonJS expect. */
const COMMONJS = `
import { createRequire as requireFrom } from 'node:module'
const require = requireFrom(import.meta.url)
const __filename = new URL(import.meta.url).pathname
const __dirname = __filename.replace(/\\/[^/]*$/, '')
`

/**
 * Bundles a program of ours, packages included, for tests that start it many times: a start then
 * costs a small part of one through the compiler. Resolves with the bundle's path. `name`: of the
 * file, unique for each entry.
 */
export async function bundle(name: string, entry: string): Promise<string> {
  const outdir = path.resolve('.cache', name)
  await build({
    entryPoints: { [name]: entry },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What is loaded on demand stays that: a command parses what it needs.
    splitting: true,
    // A native module, and compilers of queries, which are loaded only if a query needs one.
    external: ['better-sqlite3', 'pg-native', '@prisma/client/runtime/query_compiler*'],
    banner: { js: COMMONJS },
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  return path.join(outdir, `${name}.mjs`)
}
