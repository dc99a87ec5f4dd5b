import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { isAlive } from '@/lib/server-file'

/** Names that packages written as CommonJS expect. */
const COMMONJS = `
import { createRequire as requireFrom } from 'node:module'
const require = requireFrom(import.meta.url)
const __filename = new URL(import.meta.url).pathname
const __dirname = __filename.replace(/\\/[^/]*$/, '')
`

/** Within the project, where packages are found; a folder for each process. */
const BUNDLES = path.resolve('node_modules/.cache/palimpsest')

/** What tests start: bundled together, since they share nearly all of their modules. */
const PROGRAM = /(?:-process|command-line)\.ts$/

let bundled: Promise<string> | undefined

/**
 * Bundles the programs of tests once for this process: to start one costs a small part of a start through
 * the compiler. Resolves with the path of this one's bundle.
 */
export async function bundle(entry: string): Promise<string> {
  const outdir = await (bundled ??= made())
  return path.join(outdir, `${path.basename(entry, '.ts')}.mjs`)
}

async function made(): Promise<string> {
  const outdir = path.join(BUNDLES, String(process.pid))
  mkdirSync(outdir, { recursive: true })
  // Workers of tests are killed at their end, and tidy nothing.
  for (const other of readdirSync(BUNDLES)) {
    if (!isAlive(Number(other))) rmSync(path.join(BUNDLES, other), { recursive: true, force: true })
  }
  const names = readdirSync('tests', { recursive: true, encoding: 'utf8' })
  const programs = names.filter((name) => PROGRAM.test(name))
  await build({
    entryPoints: programs.map((name) => ({
      in: `tests/${name}`,
      out: path.basename(name, '.ts'),
    })),
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
    target: 'node20.19',
    format: 'esm',
    logLevel: 'error',
  })
  return outdir
}
