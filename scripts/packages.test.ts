import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { compiledProblem, isForTests, lockOf, missingPackage } from './packages.mjs'

interface Listed {
  version: string
  integrity: string
  optional?: boolean
  dev?: boolean
}

const one: Listed = { version: '1.0.0', integrity: 'sha512-one' }
const two: Listed = { version: '2.0.0', integrity: 'sha512-two' }

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-packages-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

function list(file: string, packages: Record<string, Listed>): void {
  mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
  writeFileSync(path.join(folder, file), JSON.stringify({ packages }))
}

const lock = (packages: Record<string, Listed>) => list('package-lock.json', packages)

function install(packages: Record<string, Listed>): void {
  for (const location of Object.keys(packages))
    mkdirSync(path.join(folder, location), { recursive: true })
  list('node_modules/.package-lock.json', packages)
}

test('packages that are all as locked need no installation', () => {
  lock({ 'node_modules/one': one, 'node_modules/two': two })
  install({ 'node_modules/one': one, 'node_modules/two': two })
  expect(missingPackage(folder)).toBeNull()
})

test('a fresh clone needs one', () => {
  lock({ 'node_modules/one': one })
  expect(missingPackage(folder)).toBe('node_modules/one')
})

test('a lock file that names another version or another package needs one', () => {
  install({ 'node_modules/one': one })
  lock({ 'node_modules/one': { ...one, version: '1.0.1' } })
  expect(missingPackage(folder)).toBe('node_modules/one')
  lock({ 'node_modules/one': { ...one, integrity: 'sha512-other' } })
  expect(missingPackage(folder)).toBe('node_modules/one')
  lock({ 'node_modules/one': one, 'node_modules/two': two })
  expect(missingPackage(folder)).toBe('node_modules/two')
})

test('an optional package may be left out, but not be of another version', () => {
  const optional = { ...two, optional: true }
  lock({ 'node_modules/one': one, 'node_modules/two': optional })
  install({ 'node_modules/one': one })
  expect(missingPackage(folder)).toBeNull()
  install({ 'node_modules/one': one, 'node_modules/two': { ...optional, version: '1.9.0' } })
  expect(missingPackage(folder)).toBe('node_modules/two')
})

test('what only tests need may be left out where nothing is tested', () => {
  lock({ 'node_modules/one': one, 'node_modules/two': { ...two, dev: true } })
  install({ 'node_modules/one': one })
  expect(missingPackage(folder)).toBe('node_modules/two')
  expect(missingPackage(folder, (wanted) => !isForTests(wanted))).toBeNull()
})

test('a listed package whose folder is gone is missing', () => {
  lock({ 'node_modules/one': one })
  install({ 'node_modules/one': one })
  rmSync(path.join(folder, 'node_modules/one'), { recursive: true })
  expect(missingPackage(folder)).toBe('node_modules/one')
})

test('the lock of one package has what it depends on, each where it is found', () => {
  const needs = (...names: string[]) => ({
    ...one,
    dependencies: Object.fromEntries(names.map((name) => [name, '^1.0.0'])),
  })
  const packages = {
    '': needs('one', 'other'),
    'node_modules/one': needs('two', 'four'),
    'node_modules/one/node_modules/two': needs('three', 'one'),
    'node_modules/two': two,
    'node_modules/three': needs('two'),
    'node_modules/other': one,
  }
  const { packages: kept } = lockOf({ lockfileVersion: 3, packages }, 'one')
  expect(kept['']).toMatchObject({ dependencies: { one: '1.0.0' } })
  expect(Object.keys(kept).toSorted()).toEqual([
    '',
    'node_modules/one',
    'node_modules/one/node_modules/two',
    'node_modules/three',
    'node_modules/two',
  ])
})

test('a package compiled for another Node is reported in one line', () => {
  const location = path.join(folder, 'node_modules/better-sqlite3')
  mkdirSync(location, { recursive: true })
  writeFileSync(
    path.join(location, 'index.js'),
    `module.exports = function () { throw new Error('compiled against\\nanother version') }`,
  )
  writeFileSync(path.join(folder, 'package.json'), '{}')
  expect(compiledProblem(folder)).toBe(
    `better-sqlite3 does not work with Node.js ${process.versions.node}: compiled against`,
  )
})

test('the installed one works', () => {
  expect(compiledProblem(path.resolve('.'))).toBeNull()
})
