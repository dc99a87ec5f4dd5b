// Puts the built application into a folder as it is packed: what the server needs of the build and
// of the packages, the command line compiled, and what both read. Nothing in it is built, compiled
// or installed where it runs, but better-sqlite3, whose binary depends on the machine.
import { build } from 'esbuild'
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { root } from '../prepare.mjs'
import { place } from './place.mjs'
import { stageBuild } from './stage-build.mjs'

/** Read where they stand, by path. */
const DATA = [
  'docs',
  'lib/db/generated/postgresql.wasm',
  'lib/db/generated/sqlite.wasm',
  'lib/db/read-worker.mjs',
  'lib/scan/generated/compare-worker.mjs',
  'lib/scan/generated/scan-worker.mjs',
  'prisma/postgresql/migrations',
  'prisma/sqlite/migrations',
  'samples',
]

/** Pictures in `docs` that no page of the guide shows. */
const NOT_SHOWN = path.join('images', 'pages')

/** Plain JavaScript, which runs as it is. */
const SCRIPTS = [
  'bin/desktop.mjs',
  'bin/mcp-bridge.mjs',
  'bin/mcp.mjs',
  'lib/is-alive.mjs',
  'scripts/end-with-parent.mjs',
  'scripts/hung-up.mjs',
  'scripts/in-turn.mjs',
  'scripts/page-status.mjs',
  'scripts/package/data-folder.mjs',
  'scripts/package/serve.mjs',
  'scripts/package/sqlite-binary.mjs',
  'scripts/packages.mjs',
  'scripts/prepare.mjs',
  'scripts/serve.mjs',
  'scripts/server.mjs',
]

/** Names that packages written as CommonJS expect. */
const COMMONJS = `import { createRequire as requireFrom } from 'node:module'
const require = requireFrom(import.meta.url)
const __filename = new URL(import.meta.url).pathname
const __dirname = __filename.replace(/\\/[^/]*$/, '')
`

/** Fills a folder, which is emptied before. The build must be there (`npm start -- --build-only`). */
export async function stagePackage(folder) {
  rmSync(folder, { recursive: true, force: true })
  await stageBuild(folder)
  for (const name of [...DATA, ...SCRIPTS]) copy(folder, name)
  copy(folder, 'bin/packed.mjs', 'bin/palimpsest.mjs')
  const { name, version } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  write(folder, 'package.json', { name, version, type: 'module', isPacked: true })
  await Promise.all([compileCommandLine(folder), compileMarkdownThread(folder)])
  leaveOutRules(folder)
}

function copy(folder, name, as = name) {
  place(path.join(root, name), path.join(folder, as), (below) => below !== NOT_SHOWN)
}

function write(folder, name, content) {
  mkdirSync(path.dirname(path.join(folder, name)), { recursive: true })
  writeFileSync(path.join(folder, name), `${JSON.stringify(content)}\n`)
}

async function compileCommandLine(folder) {
  await build({
    absWorkingDir: root,
    entryPoints: { main: 'cli/main.ts', settings: 'lib/settings.ts' },
    outdir: path.join(folder, 'cli'),
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    external: ['better-sqlite3', 'pg-native'],
    outExtension: { '.js': '.mjs' },
    banner: { js: COMMONJS },
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    logLevel: 'error',
  })
}

async function compileMarkdownThread(folder) {
  await build({
    absWorkingDir: root,
    entryPoints: ['lib/markdown/tree-worker.mjs'],
    outfile: path.join(folder, 'lib', 'markdown', 'tree-worker.mjs'),
    bundle: true,
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    logLevel: 'error',
  })
}

/** npm would heed the lists of packages below of what is not to be packed. */
function leaveOutRules(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.name !== '.npmignore' && entry.name !== '.gitignore') continue
    rmSync(path.join(entry.parentPath, entry.name))
  }
}
