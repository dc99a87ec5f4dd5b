import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

/** Names that packages written as CommonJS expect. */
const COMMONJS = `
import { createRequire as requireFrom } from 'node:module'
const require = requireFrom(import.meta.url)
const __filename = new URL(import.meta.url).pathname
const __dirname = __filename.replace(/\\/[^/]*$/, '')
`

const bundled = new Map<string, Promise<string>>()

/**
 * Bundles a program of ours once for this process: to start it costs a small part of a start through the
 * compiler. Resolves with the bundle's path.
 */
export function bundle(entry: string): Promise<string> {
  const known = bundled.get(entry) ?? made(entry)
  bundled.set(entry, known)
  return known
}

async function made(entry: string): Promise<string> {
  const name = path.basename(entry, '.ts')
  // Within the project, where packages are found.
  const outdir = path.resolve('node_modules/.cache/palimpsest', String(process.pid))
  mkdirSync(outdir, { recursive: true })
  process.once('exit', () => rmSync(outdir, { recursive: true, force: true }))
  await build({
    entryPoints: { [name]: entry },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // Native modules, and compilers of queries that are loaded only where a query needs one.
    external: ['better-sqlite3', 'pg-native', '@prisma/client/runtime/query_compiler*'],
    alias: { 'server-only': path.resolve('tests/support/empty.ts') },
    banner: { js: COMMONJS },
    platform: 'node',
    format: 'esm',
    logLevel: 'error',
  })
  return path.join(outdir, `${name}.mjs`)
}
