import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { tidyPackages } from './tidy-packages.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-packages-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function install(files: readonly string[]): void {
  for (const file of files) {
    const full = path.join(folder, 'node_modules', file)
    mkdirSync(path.dirname(full), { recursive: true })
    writeFileSync(full, '')
  }
}

/** The files of the packages that are left after tidying, sorted. */
function left(): string[] {
  tidyPackages(folder)
  const modules = path.join(folder, 'node_modules')
  return readdirSync(modules, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(modules, path.join(entry.parentPath, entry.name)))
    .sort()
}

test('maps to sources go, and nothing else that has map in its name', () => {
  install(['one/index.js', 'one/index.js.map', 'one/deep/a.d.mts.map', 'one/a.css.map'])
  install(['@two/map/map.js', '@two/map/world.map', '@two/map/package.json'])
  expect(left()).toEqual([
    '@two/map/map.js',
    '@two/map/package.json',
    '@two/map/world.map',
    'one/index.js',
  ])
})

test('of Monaco the modules stay, of Prisma the compilers that are used', () => {
  install(['monaco-editor/package.json', 'monaco-editor/esm/vs/editor.js'])
  install(['monaco-editor/min/vs/editor.js', 'monaco-editor/dev/vs/editor.js'])
  const used = ['sqlite', 'postgresql'].map(
    (database) => `@prisma/client/runtime/query_compiler_small_bg.${database}.wasm-base64.mjs`,
  )
  install([...used, '@prisma/client/runtime/query_compiler_fast_bg.sqlite.wasm-base64.mjs'])
  install(['@prisma/client/runtime/query_compiler_small_bg.mysql.wasm-base64.mjs'])
  expect(left()).toEqual([
    ...used.toReversed(),
    'monaco-editor/esm/vs/editor.js',
    'monaco-editor/package.json',
  ])
})

test('SQLite keeps its binary, and the sources for another Node', () => {
  install(['better-sqlite3/build/Release/better_sqlite3.node', 'better-sqlite3/deps/sqlite3.c'])
  install(['better-sqlite3/build/Release/obj.target/sqlite3/sqlite3.o'])
  expect(left()).toEqual([
    'better-sqlite3/build/Release/better_sqlite3.node',
    'better-sqlite3/deps/sqlite3.c',
  ])
})
