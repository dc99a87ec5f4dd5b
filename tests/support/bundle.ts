import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

/** Names that packages written as CommonJS expect. */
const COMMONJS = `
import { createRequire as requireFrom } from 'node:module'
const require = requireFrom(import.meta.url)
const __filename = new URL(import.meta.url).pathname
const __dirname = __filename.replace(/\\/[^/]*$/, '')
`

/** Within the project, where packages are found; a folder for each process. */
const BUNDLES = path.resolve('node_modules/.cache/palimpsest')

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
  const outdir = path.join(BUNDLES, String(process.pid))
  mkdirSync(outdir, { recursive: true })
  for (const other of readdirSync(BUNDLES)) {
    if (!isAlive(Number(other))) rmSync(path.join(BUNDLES, other), { recursive: true, force: true })
  }
  await build({
    entryPoints: { [name]: entry },
    outdir,
    outExtension: { '.js': '.mjs' },
    bundle: true,
    // What is imported later is loaded then.
    splitting: true,
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

/** Workers of tests are killed at their end, and tidy nothing. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}
