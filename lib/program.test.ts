import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { isOfRegistry } from './program'

let prefix = ''
beforeEach(() => {
  prefix = mkdtempSync(path.join(tmpdir(), 'palimpsest-program-'))
})
afterEach(() => rmSync(prefix, { recursive: true }))

/** The folder of a package that `npx` or `npm install` was asked for in these words. */
function installedAs(wanted: string): string {
  const dependencies = { palimpsest: wanted }
  writeFileSync(path.join(prefix, 'package.json'), JSON.stringify({ dependencies }))
  const folder = path.join(prefix, 'node_modules', 'palimpsest', 'dist')
  mkdirSync(folder, { recursive: true })
  return folder
}

test('a package that was installed by its name is found by it again', () => {
  expect(isOfRegistry(installedAs('^1.2.0'))).toBe(true)
})

test.each(['file:../palimpsest-1.2.0.tgz', 'palimpsest-1.2.0.tgz', 'github:someone/palimpsest'])(
  'one that was installed from %s is not',
  (wanted) => {
    expect(isOfRegistry(installedAs(wanted))).toBe(false)
  },
)

test('nor is one of which nothing tells how it came', () => {
  expect(isOfRegistry(path.join(prefix, 'node_modules', 'palimpsest', 'dist'))).toBe(false)
})
