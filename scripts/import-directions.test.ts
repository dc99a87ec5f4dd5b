import { ESLint, Linter } from 'eslint'
import path from 'node:path'
import tseslint from 'typescript-eslint'
import { describe, expect, test } from 'vitest'
import { importDirections } from './import-directions.mjs'

function complaints(filename: string, code: string): string[] {
  const linter = new Linter({ cwd: '/project' })
  const messages = linter.verify(
    code,
    {
      files: ['**/*.{ts,tsx}'],
      languageOptions: { parser: tseslint.parser },
      plugins: { palimpsest: { rules: { 'import-directions': importDirections } } },
      rules: { 'palimpsest/import-directions': 'error' },
    },
    { filename: `/project/${filename}` },
  )
  return messages.map(({ message }) => message)
}

describe('an arrow that points the wrong way is reported', () => {
  test.each([
    ['lib/text/lines.ts', `import { newId } from '@/lib/store/get-store'`],
    ['lib/store/get-store.ts', `import { x } from '@/lib/api/parse'`],
    ['lib/store/get-store.ts', `import { x } from '../api/parse'`],
    ['lib/store/core/tree.ts', `import { x } from '../../api/parse'`],
    ['lib/store/get-store.ts', `const x = await import('@/lib/api/parse')`],
    ['lib/store/get-store.ts', `const x = require('@/lib/api/parse')`],
    ['lib/store/get-store.ts', `import x = require('@/lib/api/parse')`],
    ['lib/store/get-store.ts', `export { x } from '@/lib/api/parse'`],
    ['lib/store/get-store.ts', `export * from '@/lib/api/parse'`],
    ['lib/store/get-store.ts', `import type { X } from '@/lib/api/parse'`],
    ['lib/store/get-store.ts', `let x: import('@/lib/api/parse').X`],
    ['lib/store/get-store.ts', 'const x = await import(`@/lib/api/parse`)'],
    ['lib/store/get-store.ts', `import { x } from '@/lib/text/../api/parse'`],
    ['components/tree/tree.tsx', `import { x } from '@/lib/text/../store/get-store'`],
    ['lib/store/get-store.ts', `import '@/app/globals'`],
    ['lib/store/get-store.ts', `import { x } from '@/tests/support/databases'`],
    ['lib/agent/session.ts', `import { x } from '@/lib/api/parse'`],
    ['components/tree/tree.tsx', `import { getStore } from '@/lib/store/get-store'`],
    ['components/tree/tree.tsx', `import { type A, b } from '@/lib/store/get-store'`],
    ['components/tree/tree.tsx', `'use client'\nimport { getStore } from '@/lib/store/get-store'`],
    ['components/tree/actions.ts', `'use server'\nimport Page from '@/app/(dashboard)/page'`],
    ['components/tree/tree.tsx', `import Page from '@/app/(dashboard)/page'`],
    ['components/tree/tree.tsx', `export const x = <p>{import('@/lib/db/open-database')}</p>`],
    ['cli/main.ts', `import { x } from '@/app/v1/route'`],
    ['proxy.ts', `import { x } from '@/app/v1/route'`],
    ['bench/http.ts', `import { x } from '../app/v1/route'`],
    ['tests/support/http-server.ts', `import { x } from '@/app/v1/route'`],
    ['lib/store/get-store.ts', `import { boot } from '@/instrumentation-node'`],
  ])('%s: %s', (filename, code) => {
    expect(complaints(filename, code)).toEqual([expect.stringContaining('does not import')])
  })

  test.each([
    ['app/v1/route.ts', `import { x } from '@/lib/store/core/tree'`],
    ['lib/api/parse.ts', `import type { X } from '@/lib/store/core/rows'`],
    ['lib/transfer/plan.ts', `import { x } from '@/lib/db/generated/sqlite/client'`],
  ])('%s reaches into what is private: %s', (filename, code) => {
    expect(complaints(filename, code)).toEqual([expect.stringContaining('is private to it')])
  })

  test('a relative path between folders is to be an alias', () => {
    expect(complaints('lib/api/parse.ts', `import { x } from '../store/get-store'`)).toEqual([
      'Between folders imports go by alias: @/lib/store/get-store.',
    ])
  })
})

test.each([
  ['app/v1/route.ts', `import { x } from '@/lib/store/get-store'`],
  ['app/(dashboard)/page.tsx', `import { Tree } from '@/components/tree/tree'`],
  ['components/tree/tree.tsx', `import { x } from '@/lib/text/lines'`],
  ['components/tree/tree.tsx', `import type { Memory } from '@/lib/store/model/memory'`],
  ['components/tree/tree.tsx', `import { type Memory } from '@/lib/store/model/memory'`],
  ['components/tree/tree.tsx', `import { Button } from '../ui/button'`],
  ['components/tree/actions.ts', `'use server'\nimport { x } from '@/lib/store/get-store'`],
  [
    'components/diff/file-diff.tsx',
    `import 'server-only'\nimport { x } from '@/lib/store/get-store'`,
  ],
  ['components/tree/tree.tsx', `import { kindOf } from '@/lib/store/model/memory-change'`],
  ['lib/store/get-store.ts', `import { x } from './core/tree'`],
  ['lib/store/core/tree.ts', `import { x } from '../problems'`],
  ['lib/store/get-store.ts', `import { createHash } from 'node:crypto'`],
  ['lib/store/get-store.ts', `import { newId } from '@/lib/text/prefixed-id'`],
  ['lib/store/get-store.ts', 'const x = await import(`./core/${name}`)'],
  ['proxy.ts', `import { x } from '@/lib/auth/request-origin'`],
  ['instrumentation.ts', `const x = await import('./instrumentation-node')`],
  ['e2e/api.spec.ts', `import { x } from '@/tests/support/real-history'`],
])('%s may: %s', (filename, code) => {
  expect(complaints(filename, code)).toEqual([])
})

describe('the project holds the rule', () => {
  const eslint = new ESLint({ cwd: path.resolve('.') })

  test.each([
    'app/(dashboard)/page.tsx',
    'components/tree/tree.tsx',
    'components/tree/tree.js',
    'cli/main.ts',
    'lib/store/core/tree.ts',
    'proxy.ts',
    'tests/support/databases.ts',
  ])('for %s', async (file) => {
    const config = (await eslint.calculateConfigForFile(file)) as Linter.Config
    expect(config.rules?.['palimpsest/import-directions']).toEqual([2])
  })

  test('a component is parsed with its types, and what it must not import is reported', async () => {
    const [result] = await eslint.lintText(
      `import { getStore } from '@/lib/store/get-store'\nexport const x = <p>{getStore.name}</p>\n`,
      { filePath: 'components/ui/providers.tsx' },
    )
    expect(result?.messages).toEqual([
      expect.objectContaining({ ruleId: 'palimpsest/import-directions' }),
    ])
  })
})
