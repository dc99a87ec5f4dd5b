import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'

/** A file of the project with a single statement. */
type Case = readonly [filename: string, code: string]

const WRONG_WAY: readonly Case[] = [
  ['lib/text/lines.ts', `import { newId } from '@/lib/store/stores/any-store'`],
  ['lib/store/stores/any-store.ts', `import { x } from '@/lib/api/parse'`],
  ['lib/store/stores/any-store.ts', `import { x } from '../../api/parse'`],
  ['lib/store/write/any-write.ts', `import { x } from '../../api/parse'`],
  ['lib/store/stores/any-store.ts', `const x = await import('@/lib/api/parse')`],
  ['lib/store/stores/any-store.ts', `const x = require('@/lib/api/parse')`],
  ['lib/store/stores/any-store.ts', `import x = require('@/lib/api/parse')`],
  ['lib/store/stores/any-store.ts', `export { x } from '@/lib/api/parse'`],
  ['lib/store/stores/any-store.ts', `export * from '@/lib/api/parse'`],
  ['lib/store/stores/any-store.ts', `import type { X } from '@/lib/api/parse'`],
  ['lib/store/stores/any-store.ts', `let x: import('@/lib/api/parse').X`],
  ['lib/store/stores/any-store.ts', 'const x = await import(`@/lib/api/parse`)'],
  ['lib/store/stores/any-store.ts', `import { x } from '@/lib/text/../api/parse'`],
  ['components/tree/tree.tsx', `import { x } from '@/lib/text/../store/stores/any-store'`],
  ['lib/store/stores/any-store.ts', `import '@/app/globals'`],
  ['lib/store/stores/any-store.ts', `import { x } from '@/tests/support/databases'`],
  ['lib/agent/session.ts', `import { x } from '@/lib/api/parse'`],
  ['components/tree/tree.tsx', `import { getStore } from '@/lib/store/stores/any-store'`],
  ['components/tree/tree.tsx', `import { type A, b } from '@/lib/store/stores/any-store'`],
  [
    'components/tree/tree.tsx',
    `'use client'\nimport { getStore } from '@/lib/store/stores/any-store'`,
  ],
  ['components/tree/actions.ts', `'use server'\nimport Page from '@/app/(dashboard)/page'`],
  ['components/tree/tree.tsx', `import Page from '@/app/(dashboard)/page'`],
  ['components/tree/tree.tsx', `export const x = <p>{import('@/lib/db/open-database')}</p>`],
  ['components/tree/tree.js', `import { getStore } from '@/lib/store/stores/any-store'`],
  ['app/(dashboard)/page.tsx', `import { x } from '@/tests/support/databases'`],
  ['cli/main.ts', `import { x } from '@/app/v1/route'`],
  ['proxy.ts', `import { x } from '@/app/v1/route'`],
  ['bench/http.ts', `import { x } from '../app/v1/route'`],
  ['tests/support/http-server.ts', `import { x } from '@/app/v1/route'`],
  ['lib/store/stores/any-store.ts', `import { boot } from '@/instrumentation-node'`],
]

const PRIVATE: readonly Case[] = [
  ['app/v1/route.ts', `import { x } from '@/lib/store/write/any-write'`],
  ['lib/api/parse.ts', `import type { X } from '@/lib/store/write/any-row'`],
]

const RELATIVE: Case = ['lib/api/parse.ts', `import { x } from '../store/stores/any-store'`]

const ALLOWED: readonly Case[] = [
  ['app/v1/route.ts', `import { x } from '@/lib/store/stores/any-store'`],
  ['app/(dashboard)/page.tsx', `import { Tree } from '@/components/tree/tree'`],
  ['components/tree/tree.tsx', `import { x } from '@/lib/text/lines'`],
  ['components/tree/tree.tsx', `import type { Memory } from '@/lib/store/model/memory'`],
  ['components/tree/tree.tsx', `import { type Memory } from '@/lib/store/model/memory'`],
  ['components/tree/tree.tsx', `import { Button } from '../ui/button'`],
  ['components/tree/actions.ts', `'use server'\nimport { x } from '@/lib/store/stores/any-store'`],
  [
    'components/diff/file-diff.tsx',
    `import 'server-only'\nimport { x } from '@/lib/store/stores/any-store'`,
  ],
  ['components/tree/tree.tsx', `import { kindOf } from '@/lib/store/model/memory-change'`],
  ['lib/store/stores/any-store.ts', `import { x } from '../write/any-write'`],
  ['lib/store/write/any-write.ts', `import { x } from '../problems'`],
  ['lib/store/stores/any-store.ts', `import { createHash } from 'node:crypto'`],
  ['lib/store/stores/any-store.ts', `import { newId } from '@/lib/text/prefixed-id'`],
  ['lib/store/stores/any-store.ts', 'const x = await import(`../write/${name}`)'],
  ['proxy.ts', `import { x } from '@/lib/auth/request-origin'`],
  ['instrumentation.ts', `const x = await import('./instrumentation-node')`],
  ['e2e/api.spec.ts', `import { x } from '@/tests/support/real-history'`],
  ['tests/support/http-server.ts', `import { x } from '@/lib/store/write/any-write'`],
]

/** Each statement in its own file, at its case's path: one run checks them all. */
const project = mkdtempSync(path.join(tmpdir(), 'palimpsest-imports-'))
const filenames = new Map<Case, string>()
let complaints: readonly Complaint[]

interface Complaint {
  readonly code: string
  readonly message: string
  readonly filename: string
}

beforeAll(() => {
  ;[...WRONG_WAY, ...PRIVATE, RELATIVE, ...ALLOWED].forEach((each, index) => {
    const { dir, name, ext } = path.parse(each[0])
    const filename = path.join(dir, `${name}-${index}${ext}`)
    mkdirSync(path.join(project, dir), { recursive: true })
    writeFileSync(path.join(project, filename), each[1])
    filenames.set(each, filename)
  })
  complaints = lint()
})

afterAll(() => rmSync(project, { recursive: true, force: true }))

/** The rule's reports on the files, under the project's own settings. */
function lint(): readonly Complaint[] {
  const settings = readFileSync('.oxlintrc.json', 'utf8')
    .replace('./scripts/lint-plugin.mjs', path.resolve('scripts/lint-plugin.mjs'))
    .replace('"typeAware": true', '"typeAware": false')
  writeFileSync(path.join(project, '.oxlintrc.json'), settings)
  const { stdout } = spawnSync(path.resolve('node_modules/.bin/oxlint'), ['--format', 'json'], {
    cwd: project,
    encoding: 'utf8',
  })
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: readonly Complaint[] }
  return diagnostics.filter(({ code }) => code === 'palimpsest(import-directions)')
}

function complaintsOf(wanted: Case): string[] {
  const filename = filenames.get(wanted)
  return complaints.filter((each) => each.filename === filename).map(({ message }) => message)
}

describe('an arrow that points the wrong way is reported', () => {
  test.each(WRONG_WAY.map((each) => ({ each, says: each.join(': ') })))('$says', ({ each }) => {
    expect(complaintsOf(each)).toEqual([expect.stringContaining('does not import')])
  })

  test.each(PRIVATE.map((each) => ({ each, says: each.join(': ') })))(
    '$says reaches into what is private',
    ({ each }) => {
      expect(complaintsOf(each)).toEqual([expect.stringContaining('is private to it')])
    },
  )

  test('a relative path between folders should be an alias', () => {
    expect(complaintsOf(RELATIVE)).toEqual([
      'Between folders imports go by alias: @/lib/store/stores/any-store.',
    ])
  })
})

test.each(ALLOWED.map((each) => ({ each, says: each.join(': ') })))(
  'allowed: $says',
  ({ each }) => {
    expect(complaintsOf(each)).toEqual([])
  },
)
