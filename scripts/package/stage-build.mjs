// What the built server needs: the build, and of the packages the files that it names itself.
import { build } from 'esbuild'
import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { root } from '../prepare.mjs'
import { place } from './place.mjs'

/** Parts of the build that serving does not read. */
const NOT_SERVED = [
  'build',
  'cache',
  'diagnostics',
  'node_modules',
  'trace',
  'trace-build',
  'types',
]

/**
 * Packages that are not packed: better-sqlite3, with what it loads, is installed beside this one for
 * the machine; sharp would resize pictures, which no page asks for.
 */
const NOT_PACKED = [
  '@img/',
  'better-sqlite3/',
  'bindings/',
  'detect-libc/',
  'file-uri-to-path/',
  'sharp/',
]

/**
 * Modules that the framework loads only to develop and build, and those that the build names
 * itself.
 */
const NOT_LOADED =
  /\.dev\.js|development|runtime\.prod|setup-dev-bundler|hot-reloader|next-dev-server|webpack|build\/swc|@next\/swc|babel|lightningcss|@mswjs|route-resolver|lib\/upgrade|^(?:sharp|typescript|critters|jiti)$/

/** Installed beside this package. */
const INSTALLED = 'better-sqlite3'

/** Copies the build and the files of packages that it runs with. */
export async function stageBuild(folder) {
  place(path.join(root, '.next'), path.join(folder, '.next'), isServed)
  withoutOurPaths(path.join(folder, '.next'))
  const moved = placesOfExternals()
  const files = new Set([...tracedFiles(), ...(await filesOfOurServer())])
  for (const file of files) {
    const external = moved.find(({ name }) => file.startsWith(`${name}/`))
    const to = external
      ? path.join('.next', 'node_modules', external.alias, file.slice(external.name.length))
      : path.join('node_modules', file)
    place(path.join(root, 'node_modules', file), path.join(folder, to))
  }
  for (const { name, alias } of moved) {
    if (name === INSTALLED) leadTo(INSTALLED, path.join(folder, '.next', 'node_modules', alias))
  }
}

function isServed(name) {
  return !NOT_SERVED.includes(name) && !name.endsWith('.nft.json')
}

/** Settings of the build that name the folder that it was made in; the server is told its own. */
const OF_THIS_FOLDER = ['outputFileTracingRoot', 'repoRoot', 'turbopack']

function withoutOurPaths(folder) {
  const { config, ...rest } = readJson(path.join(folder, 'required-server-files.json'))
  const kept = Object.fromEntries(
    Object.entries(config).filter(([name]) => !OF_THIS_FOLDER.includes(name)),
  )
  const content = JSON.stringify({ ...rest, appDir: '', config: kept })
  rewrite(path.join(folder, 'required-server-files.json'), content)
  rewrite(path.join(folder, 'required-server-files.js'), `self.__SERVER_FILES_MANIFEST=${content}`)
}

/** Replaces a file, which may be a link to the build's own. */
function rewrite(file, content) {
  rmSync(file)
  writeFileSync(file, content)
}

/** Files of packages, relative to `node_modules`, that parts of the build say they load. */
function tracedFiles() {
  const folder = path.join(root, '.next')
  const modules = path.join(root, 'node_modules')
  const files = new Set()
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.nft.json')) continue
    const list = path.join(entry.parentPath, entry.name)
    for (const named of readJson(list).files) {
      const file = path.relative(modules, path.resolve(entry.parentPath, named))
      if (file.startsWith('..') || NOT_PACKED.some((name) => file.startsWith(name))) continue
      if (lstatSync(path.join(modules, file)).isFile()) files.add(file.split(path.sep).join('/'))
    }
  }
  return files
}

/**
 * Lists the files that scripts/server.mjs loads, which no part of the build names: the framework as
 * it is used from a program, found as a bundler finds them.
 */
async function filesOfOurServer() {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['scripts/server.mjs'],
    bundle: true,
    write: false,
    metafile: true,
    platform: 'node',
    format: 'esm',
    define: { 'process.env.NODE_ENV': '"production"', 'process.env.NEXT_RUNTIME': '"nodejs"' },
    plugins: [{ name: 'served only', setup: leaveOut }],
    logLevel: 'silent',
  })
  const files = Object.keys(metafile.inputs)
    .filter((file) => file.startsWith('node_modules/'))
    .map((file) => file.slice('node_modules/'.length))
  return files.flatMap((file) => [file, ...descriptionsAbove(file)])
}

function leaveOut({ onResolve }) {
  onResolve({ filter: NOT_LOADED }, (wanted) => ({ path: wanted.path, external: true }))
  // The rest of scripts/prepare.mjs, which makes what is served.
  onResolve({ filter: /^\.\/[\w-]+\.mjs$/ }, (wanted) =>
    wanted.kind === 'dynamic-import' ? { path: wanted.path, external: true } : undefined,
  )
}

/** Each `package.json` on the way to a file: it says where a package begins, and what it is. */
function descriptionsAbove(file) {
  const folders = file.split('/').slice(0, -1)
  return folders
    .map((_, index) => [...folders.slice(0, index + 1), 'package.json'].join('/'))
    .filter((name) => existsSync(path.join(root, 'node_modules', name)))
}

/**
 * The names under which the build loads packages from outside: links in its own `node_modules`. A
 * package of npm has no links, so their files are put there themselves.
 */
function placesOfExternals() {
  const modules = path.join(root, 'node_modules')
  const folder = path.join(root, '.next', 'node_modules')
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isSymbolicLink())
    .map((entry) => path.join(entry.parentPath, entry.name))
    .map((link) => ({
      alias: path.relative(folder, link),
      name: path.relative(modules, realpathSync(link)).split(path.sep).join('/'),
    }))
}

/** A package that is another one. */
function leadTo(name, folder) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'package.json'), '{"main":"index.js"}\n')
  writeFileSync(path.join(folder, 'index.js'), `module.exports = require('${name}')\n`)
}

const readJson = (file) => JSON.parse(readFileSync(file, 'utf8'))
