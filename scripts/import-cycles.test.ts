import { readdirSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, test } from 'vitest'
import { importCycles } from './import-cycles.mjs'

describe('an import cycle', () => {
  const cyclesOf = (texts: Record<string, string>) =>
    importCycles(Object.keys(texts), (file: string) => texts[file] ?? '')

  test('is found, even one of types only that leads through an alias', () => {
    expect(
      cyclesOf({
        'lib/a.ts': `import type { B } from './b'`,
        'lib/b.ts': `export { c } from '@/lib/c'`,
        'lib/c.ts': `import './a'`,
        'lib/d.ts': `import { a } from './a'`,
      }),
    ).toEqual([['lib/a', 'lib/b', 'lib/c']])
  })

  test('is not two ways to one module', () => {
    expect(
      cyclesOf({
        'lib/a.ts': `import './b'\nimport './c'`,
        'lib/b.ts': `import './d'`,
        'lib/c.ts': `import './d'`,
        'lib/d.ts': '',
      }),
    ).toEqual([])
  })
})

const FOLDERS = ['app', 'bench', 'cli', 'components', 'e2e', 'lib', 'scripts', 'tests']

test('the project has none', () => {
  const files = FOLDERS.flatMap((folder) =>
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((file) => /\.tsx?$/.test(file) && !file.includes('generated'))
      .map((file) => path.posix.join(folder, file.split(path.sep).join('/'))),
  )
  expect(files.length).toBeGreaterThan(500)
  expect(importCycles(files)).toEqual([])
})
