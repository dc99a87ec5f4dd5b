import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { namedByMove } from './moved-by-command'
import { shellPattern } from './shell-pattern'

const FILES = ['a.md', 'ab.md', 'abc.md', 'b1.md', 'b2.md', 'Z.md', 'x y.md', 'x*y.md', '.hid.md']
  .flatMap((name) => [name, `sub/${name}`, `sub/low/${name}`, `foo-1/${name}`])
  .toSorted()

function folderOfFiles(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'patterns-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  for (const file of FILES) {
    mkdirSync(path.join(folder, path.dirname(file)), { recursive: true })
    writeFileSync(path.join(folder, file), '')
  }
  return folder
}

/** Returns the arguments of a command as a shell that stands in a folder expands them. */
const byShell = (folder: string, words: string) =>
  execFileSync('sh', ['-c', `printf '%s\\n' ${words}`], {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C' },
  })
    .split('\n')
    .filter((file) => FILES.includes(file))

const byPattern = (folder: string, words: string) => {
  const named = namedByMove(`rm ${words}`, folder)
  const isNamed = named.map(({ at, isPattern }) =>
    isPattern ? shellPattern(at) : (file: string) => file === at,
  )
  return FILES.filter((file) => isNamed.some((is) => is?.(path.join(folder, file))))
}

test.each([
  'a?.md',
  'a*.md',
  '[ab]*.md',
  '[!ab]*.md',
  '[a-c]?.md',
  'b[12].md',
  '*b*.md',
  'sub/a*',
  '*/ab.md',
  's?b/low/*[12].md',
  '.h*.md',
  "'x '*.md",
  "x'*'y.md b?.md",
  'x\\*?.md',
  'sub/*/a.md',
  'none*',
])('%s names the files that a shell takes it for', (words) => {
  const folder = folderOfFiles()
  expect(byPattern(folder, words)).toEqual(byShell(folder, words).toSorted())
})

/** Without the words of the shell itself. */
const named = (command: string) =>
  namedByMove(command, '/home/mina')
    .map(({ at, isPattern }) => (isPattern ? `pattern ${at}` : at))
    .filter((each) => !/\/(?:cd|rm)$/.test(each))

test('two stars are any folders, and a pattern of folders names what lies in them', () => {
  const isNamed = (pattern: string, file: string) => shellPattern(pattern)?.(file)
  expect(isNamed('/m/**/a.md', '/m/a.md')).toBe(true)
  expect(isNamed('/m/**/a.md', '/m/b/c/a.md')).toBe(true)
  expect(isNamed('/m/**/a.md', '/m/.git/a.md')).toBe(false)
  expect(isNamed('/m/fo*', '/m/foo/b/c.md')).toBe(true)
  expect(isNamed('/m/fo*', '/n/foo/b/c.md')).toBe(false)
})

test('what a shell alone can know is named by nothing', () => {
  expect(named('rm $X/a* `ls`* {a,b}*.md foo*/../b.md')).toEqual([])
  expect(named('cd $X && rm a.md b*')).toEqual([])
  expect(named('cd mem* && rm a.md /tmp/b?')).toEqual(['pattern /tmp/b?'])
  expect(shellPattern('/m/[[:alpha:]]*')).toBeNull()
  expect(shellPattern('/m/[ab')).toBeNull()
})

test('a pattern that is made to be slow is matched in time', () => {
  const isNamed = shellPattern(`/${'a*'.repeat(2_000)}b`)
  const start = performance.now()
  expect(isNamed?.(`/${'a'.repeat(4_000)}`)).toBe(false)
  expect(performance.now() - start).toBeLessThan(2_000)
})
