import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'
import { TEXT_GROUPS } from '@/scripts/text-groups.mjs'

const root = path.resolve(import.meta.dirname, '../..')
const dashboard = 'app/(dashboard)'

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

const isFile = (file: string) => {
  const whole = path.join(root, file)
  return existsSync(whole) && statSync(whole).isFile()
}

/** The file that an import leads to; undefined for one of a package. */
function fileOf(specifier: string, importer: string): string | undefined {
  const bare = specifier.startsWith('@/')
    ? specifier.slice(2)
    : path.posix.join(path.posix.dirname(importer), specifier)
  if (!specifier.startsWith('@/') && !specifier.startsWith('.')) return undefined
  return [`${bare}.ts`, `${bare}.tsx`].find(isFile)
}

/** The namespaces that a file's hooks name. */
function namespacesIn(file: string): string[] {
  const source = read(file)
  const named = [...source.matchAll(/useTranslations\('(\w+)/g)]
  const dotted = source.includes('useTranslations()') ? source.matchAll(/['`]([A-Z]\w+)\./g) : []
  return [...named, ...dotted].map(([, name = '']) => name)
}

/** The groups that a file gives to what is in it. */
function givenBy(file: string): string[] {
  return [...read(file).matchAll(/<(\w+)Texts>/g)].map(([, name = '']) => name.toLowerCase())
}

/** The groups of the frame and of the layouts around a page. */
function carriedBy(page: string): string[] {
  const folders = path.posix.dirname(page).split('/')
  const layouts = folders.map((_, depth) => `${folders.slice(0, depth + 1).join('/')}/layout.tsx`)
  return ['frame', ...layouts.filter(isFile).flatMap(givenBy)]
}

/**
 * Lists the namespaces that a file and everything it imports use, on demand too, without being
 * given their texts; server actions aside.
 */
function lacking(file: string, carried: readonly string[], known = new Set<string>()): string[] {
  const groups = [...new Set([...carried, ...givenBy(file)])].sort()
  const key = `${file} with ${groups.join()}`
  const source = read(file)
  if (known.has(key) || source.startsWith("'use server'")) return []
  known.add(key)
  const had = groups.flatMap((group) => TEXT_GROUPS[group] ?? [])
  const own = namespacesIn(file).filter((name) => !had.includes(name))
  const imported = [...source.matchAll(/(?:from|import\() ?'([^']+)'/g)].flatMap(
    ([, specifier = '']) => fileOf(specifier, file) ?? [],
  )
  return [
    ...own.map((name) => `${name} in ${file}`),
    ...imported.flatMap((other) => lacking(other, groups, known)),
  ]
}

const pages = readdirSync(path.join(root, dashboard), { recursive: true, encoding: 'utf8' })
  .filter((file) => /(?:^|\/)(?:page|layout|error|not-found)\.tsx$/.test(file))
  .map((file) => `${dashboard}/${file}`)

test.each(pages)('%s has the texts that its scripts show', (page) => {
  expect(lacking(page, carriedBy(page))).toEqual([])
})
