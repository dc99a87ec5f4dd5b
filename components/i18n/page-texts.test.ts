import { readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { build } from 'esbuild'
import { beforeAll, describe, expect, test } from 'vitest'
import { OF_PAGES } from './texts'

/** What Next renders by itself: pages, their frame, and what stands for them. */
const RENDERED = readdirSync('app', { recursive: true, encoding: 'utf8' })
  .filter((name) => /(?:^|\/)(?:page|layout|error|global-error|not-found)\.tsx$/.test(name))
  .map((name) => path.join('app', name))

type Modules = Readonly<Record<string, { imports: { path: string; external?: boolean }[] }>>

let modules: Modules = {}
beforeAll(async () => {
  const { metafile } = await build({
    entryPoints: RENDERED,
    bundle: true,
    write: false,
    metafile: true,
    outdir: 'unwritten',
    platform: 'node',
    format: 'esm',
    packages: 'external',
    loader: { '.css': 'empty', '.woff2': 'empty' },
  })
  modules = metafile.inputs
})

/** The words of single pages that client components speak of which this module shows, also on demand. */
function wordsFrom(entry: string): string[] {
  const words = new Set<string>()
  const seen = new Set<string>()
  const walk = (name: string, isInClient: boolean) => {
    if (seen.has(`${name} ${isInClient}`)) return
    seen.add(`${name} ${isInClient}`)
    const source = readFileSync(name, 'utf8')
    if (source.startsWith(`'use server'`)) return
    const isClient = isInClient || source.startsWith(`'use client'`)
    for (const [, word = ''] of isClient ? source.matchAll(/useTranslations\('(\w+)/g) : []) {
      words.add(word)
    }
    for (const { path: next, external } of modules[name]?.imports ?? []) {
      if (!external) walk(next, isClient)
    }
  }
  walk(entry, false)
  return OF_PAGES.filter((name) => words.has(name))
}

/** The words that it brings, itself or by a part that pages share. */
function wordsOf(page: string): string[] {
  const parts = (modules[page]?.imports ?? []).map(({ path: part }) => part)
  const sources = [
    page,
    ...parts.filter((part) => part.startsWith('app/') && part.endsWith('.tsx')),
  ]
  const named = sources.map(
    (source) => / (?:of|texts)={\[([^\]]*)\]}/.exec(readFileSync(source, 'utf8'))?.[1] ?? '',
  )
  return [...named.join().matchAll(/'(\w+)'/g)].map(([, name = '']) => name).toSorted()
}

describe.each(RENDERED)('%s', (page) => {
  test('brings the words of the client components that it shows, and no others', () => {
    expect(wordsOf(page)).toEqual(wordsFrom(page).toSorted())
  })
})
