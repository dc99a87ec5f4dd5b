import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from 'vitest'

const root = path.resolve(import.meta.dirname, '..')

/** Too large to come with a page: what needs them imports them on demand (`import()`). */
const ON_DEMAND = /^(?:zod|monaco-editor|unified|remark-|hast-)/

const read = (file: string) => readFileSync(path.join(root, file), 'utf8')

/** Returns the imports that the browser loads with a file: neither types nor imports on demand. */
function loadedWith(source: string): string[] {
  const imports = source.matchAll(/^(?:import|export) (?!type\b)([^'"(]*?)(?:from )?'([^']+)'/gm)
  return [...imports]
    .filter(([, names = '']) => !/^\{(?:\s*type [\w ]+,?)+\s*\} $/.test(names))
    .map(([, , specifier = '']) => specifier)
}

function fileOf(specifier: string, importer: string): string | undefined {
  const bare = specifier.startsWith('@/')
    ? specifier.slice(2)
    : path.posix.join(path.posix.dirname(importer), specifier)
  return [`${bare}.ts`, `${bare}.tsx`].find((file) => existsSync(path.join(root, file)))
}

/** The ways from a script to a package that should come later. */
function waysToLarge(file: string, way: readonly string[], known: Set<string>): string[] {
  const source = read(file)
  if (known.has(file) || source.startsWith("'use server'")) return []
  known.add(file)
  return loadedWith(source).flatMap((specifier) => {
    if (ON_DEMAND.test(specifier)) return [[...way, file, specifier].join(' → ')]
    const own = specifier.startsWith('@/') || specifier.startsWith('.')
    const next = own ? fileOf(specifier, file) : undefined
    return next === undefined ? [] : waysToLarge(next, [...way, file], known)
  })
}

/** Every script that a file of the server hands to the browser. */
function firstScripts(): string[] {
  const files = ['app', 'components'].flatMap((folder) =>
    readdirSync(path.join(root, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => file.endsWith('.tsx'))
      .map((file) => `${folder}/${file}`),
  )
  const isScript = (file: string) => read(file).startsWith("'use client'")
  const onServer = files.filter((file) => !isScript(file))
  const handed = onServer.flatMap((file) =>
    loadedWith(read(file)).flatMap((specifier) =>
      specifier.startsWith('@/') || specifier.startsWith('.')
        ? (fileOf(specifier, file) ?? [])
        : [],
    ),
  )
  return [...new Set(handed)].filter(isScript).sort()
}

test('no page comes with a large package that it needs only later', () => {
  const known = new Set<string>()
  expect(firstScripts().flatMap((file) => waysToLarge(file, [], known))).toEqual([])
})
