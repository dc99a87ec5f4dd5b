// `npm run package`: the application as npm publishes it, in `dist`, and packed. What runs there is built,
// compiled and traced here; better-sqlite3 alone is installed beside it, for its machine.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'

/** Read by path where the application runs. */
const READ = [
  'bin',
  'samples',
  'lib/scan/generated',
  'prisma/sqlite/migrations',
  'prisma/postgresql/migrations',
  'docs',
  'scripts/answer.mjs',
  'scripts/clear-pages.mjs',
  'scripts/count-bytes.mjs',
]

/** Traced, and not packed: what is installed beside it with what it loads, and what resizes pictures. */
const NOT_PACKED = [
  'better-sqlite3',
  'bindings',
  'file-uri-to-path',
  'sharp',
  '@img',
  'detect-libc',
  'semver',
]

/** Settings of the build that name the folder that it was made in. */
const OF_THIS_FOLDER = ['outputFileTracingRoot', 'repoRoot', 'turbopack']

process.chdir(path.resolve(import.meta.dirname, '..'))
const out = 'dist'
const app = path.join(out, 'dist')
rmSync(out, { recursive: true, force: true })
run(process.execPath, ['scripts/generate.mjs'])
run(process.execPath, ['scripts/bundle-workers.mjs'])
run(process.execPath, ['node_modules/next/dist/bin/next', 'build'], { PACKAGE: '1' })
stageBuild()
for (const each of READ) cpSync(each, path.join(app, each), { recursive: true })
await compileCommandLine()
// What agents import takes the SDK that they have.
const tsc = 'node_modules/typescript/bin/tsc --ignoreConfig -d -m nodenext --outDir'
run(process.execPath, [...tsc.split(' '), 'dist/memory-tool', 'lib/memory-tool/client.ts'])
writeManifests()
for (const each of ['README.md', 'LICENSE']) cpSync(each, path.join(out, each))
leaveOutRules(app)
// A build of this kind is not the one that `npm start` serves.
rmSync('.next', { recursive: true, force: true })
run('npm', ['pack', '--silent', '--pack-destination', path.resolve(out)], {}, out)

function stageBuild() {
  const traced = path.join('.next', 'standalone')
  cpSync(path.join(traced, 'node_modules'), path.join(app, 'node_modules'), {
    recursive: true,
    filter: (file) => !NOT_PACKED.includes(path.relative(path.join(traced, 'node_modules'), file)),
  })
  cpSync(path.join(traced, '.next'), path.join(app, '.next'), {
    recursive: true,
    verbatimSymlinks: true,
  })
  cpSync('.next/static', path.join(app, '.next', 'static'), { recursive: true })
  withoutLinks(path.join(app, '.next', 'node_modules'))
  const file = path.join(app, '.next', 'required-server-files.json')
  const { config, ...rest } = JSON.parse(readFileSync(file, 'utf8'))
  const kept = Object.entries(config).filter(([name]) => !OF_THIS_FOLDER.includes(name))
  writeJson(file, { ...rest, appDir: '', config: Object.fromEntries(kept) })
}

/** npm packs no links: a package that the build names otherwise leads to the one of its name. */
function withoutLinks(folder) {
  for (const name of readdirSync(folder)) {
    const at = path.join(folder, name)
    if (!lstatSync(at).isSymbolicLink()) {
      withoutLinks(at)
      continue
    }
    const [, wanted = ''] = /node_modules\/(.*)$/.exec(readlinkSync(at)) ?? []
    rmSync(at)
    const source = path.join(app, 'node_modules', wanted)
    if (NOT_PACKED.includes(wanted)) {
      mkdirSync(at)
      writeFileSync(path.join(at, 'index.js'), `module.exports = require('${wanted}')\n`)
    } else cpSync(source, at, { recursive: true })
  }
}

function compileCommandLine() {
  return build({
    entryPoints: ['cli/main.ts'],
    outdir: path.join(app, 'cli'),
    outExtension: { '.js': '.mjs' },
    chunkNames: 'parts/[name]-[hash]',
    bundle: true,
    splitting: true,
    minifySyntax: true,
    minifyWhitespace: true,
    alias: { '@/scripts/start.mjs': './scripts/serve-packed.mjs' },
    external: ['better-sqlite3', 'pg-native'],
    // Names that packages written as CommonJS expect.
    banner: {
      js: "import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url); const __filename = import.meta.filename; const __dirname = import.meta.dirname;",
    },
    platform: 'node',
    target: 'node20.19',
    format: 'esm',
    logLevel: 'error',
  })
}

function writeManifests() {
  const sources = JSON.parse(readFileSync('package.json', 'utf8'))
  const { name, version, description, license, type, engines, dependencies } = sources
  const installed = 'better-sqlite3'
  writeJson(path.join(out, 'package.json'), {
    name,
    version,
    description,
    license,
    type,
    engines,
    bin: { [name]: 'dist/bin/palimpsest.mjs' },
    exports: { './memory-tool': './memory-tool/client.js' },
    files: ['dist', 'memory-tool'],
    dependencies: { [installed]: dependencies[installed] },
    peerDependencies: { '@anthropic-ai/sdk': '*' },
    peerDependenciesMeta: { '@anthropic-ai/sdk': { optional: true } },
  })
  writeJson(path.join(app, 'package.json'), { name, version, type })
}

/** npm would heed lists of what is not to be packed, of packages below. */
function leaveOutRules(folder) {
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (entry.name !== '.npmignore' && entry.name !== '.gitignore') continue
    rmSync(path.join(entry.parentPath, entry.name))
  }
}

function writeJson(file, content) {
  writeFileSync(file, `${JSON.stringify(content, null, 2)}\n`)
}

function run(command, args, env = {}, cwd = '.') {
  const { status } = spawnSync(command, args, {
    cwd,
    stdio: 'inherit',
    env: { ...process.env, NEXT_TELEMETRY_DISABLED: '1', ...env },
  })
  if (status === 0) return
  process.stderr.write(
    `palimpsest: ${[command, ...args].slice(0, 3).join(' ')} failed, see above\n`,
  )
  process.exit(1)
}
