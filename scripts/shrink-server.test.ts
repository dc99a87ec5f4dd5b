import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shrinkServer } from './shrink-server.mjs'

let folder = ''
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-chunks-'))
  mkdirSync(path.join(folder, 'pages'))
  writeFileSync(path.join(folder, 'package.json'), '{}')
})
afterEach(() => rmSync(folder, { recursive: true }))

const write = (name: string, code: string) =>
  writeFileSync(path.join(folder, name), `${code}\n//# sourceMappingURL=${name}.map`)
const load = (name: string): unknown =>
  createRequire(path.join(folder, 'package.json'))(`./${name}`)

test('of chunks that are the same one is loaded', async () => {
  write('one.js', 'module.exports = [() => 1]')
  write('pages/two.js', 'module.exports = [() => 1]')
  write('other.js', 'module.exports = [() => 2]')
  await shrinkServer(folder)
  expect(load('pages/two.js')).toBe(load('one.js'))
  expect(load('other.js')).not.toBe(load('one.js'))
})

test('characters beyond Latin-1 are escaped, where that means the same', async () => {
  write('one.js', 'module.exports = ["é – 안녕 🙂", /[–-—]/u.test("–")] // …')
  write('raw.js', 'module.exports = String.raw`–\\d${"a".repeat(2)}🙂`')
  await shrinkServer(folder)
  expect(readFileSync(path.join(folder, 'one.js'), 'utf8')).not.toMatch(/[^\0-\xff]/)
  expect(load('one.js')).toEqual(['é – 안녕 🙂', true])
  expect(readFileSync(path.join(folder, 'raw.js'), 'utf8')).not.toMatch(/[^\0-\xff]/)
  expect(load('raw.js')).toBe('–\\daa🙂')
})

test('raw texts in which an escape might mean something else stay as they are', async () => {
  write('in-another.js', 'module.exports = String.raw`–${["x"].map((x) => `${x}–`).join()}–`')
  write('as-function.js', 'module.exports = ((tag) => tag`–\\d`)(String.raw)')
  await shrinkServer(folder)
  expect(load('in-another.js')).toBe('–x––')
  expect(load('as-function.js')).toBe('–\\d')
})
