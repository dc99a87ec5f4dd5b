import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { expect, test } from '@/tests/support/fixtures'

/** One line that each room may not have, by the file in which it is planted. */
const PLANTED: readonly (readonly [file: string, line: string, told: string])[] = [
  ['lib/api/a.ts', `import '@/components/tree/tree'`, 'lib knows no page.'],
  ['lib/store/a.ts', `import '@/app/layout'`, 'The store knows no door.'],
  ['lib/auth/a.ts', `import '../../cli/main'`, 'lib knows no page.'],
  ['lib/transfer/a.ts', `import 'react'`, 'lib knows no page.'],
  ['lib/text/a.ts', `import '@/lib/db'`, 'Pure: text and scan alone.'],
  ['lib/scan/a.ts', `import '@/lib/log'`, 'Pure: text and scan alone.'],
  ['lib/scan/flags-of.ts', `import '@/lib/db'`, 'Flags are of no database.'],
  ['lib/db/a.ts', `import '@/lib/store/stores'`, 'Below the store.'],
  ['lib/jobs/a.ts', `import '@/lib/api/app'`, 'Below the store.'],
  ['lib/live/a.ts', `import '@/lib/transfer/seed'`, 'Below the store.'],
  ['lib/store/b.ts', `import '@/lib/api/app'`, 'The store knows no door.'],
  ['lib/store/redact/a.ts', `import '@/lib/transfer/seed'`, 'The store knows no door.'],
  ['lib/store/write/a.ts', `import { db } from '@/lib/db'; db`, 'Within a change everything'],
  ['lib/store/plan/a.ts', `import { db } from '@/lib/db'; db`, 'Within a change everything'],
  ['lib/store/plan/b.ts', `import '@/lib/auth/keys'`, 'The store knows no door.'],
  ['components/tree/a.tsx', `import { db } from '@/lib/db'; db`, 'Components take props'],
  ['components/tree/b.tsx', `import '@/lib/store/stores'`, 'Components take props'],
  ['lib/store/c.ts', `export const a = (tx: any) => tx.$queryRaw`, 'SQL stands in the sql.ts'],
  ['lib/transfer/b.ts', `export const a = (tx: any) => tx.$executeRawUnsafe('')`, 'SQL stands in'],
  ['cli/a.ts', `export const a = (db: any) => db.$queryRaw`, 'SQL stands in the sql.ts'],
  ['lib/store/d.ts', `export const a = process.env.PORT`, 'Settings are read in'],
  ['components/tree/c.tsx', `export const a = process.env.PORT`, 'Settings are read in'],
  ['lib/store/sql.ts', `export const a = process.env.PORT`, 'Settings are read in'],
  ['lib/store/write/b.ts', `void fetch('http://localhost')`, 'The store asks nobody elsewhere.'],
  ['components/tree/d.tsx', `void fetch('/v1')`, 'A page asks by its actions'],
  ['app/page.tsx', `new EventSource('/live')`, 'News are followed in components/live.'],
]

/** What lint says of these lines, each in a file of its own, by file. What a room may have, the tree itself shows. */
function lint(folder: string): Map<string, string[]> {
  copyFileSync('.oxlintrc.json', path.join(folder, '.oxlintrc.json'))
  for (const [file, line] of PLANTED) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true })
    writeFileSync(path.join(folder, file), `${line}\n`)
  }
  const program = path.resolve('node_modules/.bin/oxlint')
  const { stdout } = spawnSync(program, ['--format=json'], { cwd: folder, encoding: 'utf8' })
  const { diagnostics } = JSON.parse(stdout) as {
    diagnostics: { filename: string; message: string; help?: string }[]
  }
  const told = new Map<string, string[]>()
  for (const { filename, message, help = '' } of diagnostics) {
    told.set(filename, [...(told.get(filename) ?? []), `${message} ${help}`])
  }
  return told
}

test('lint tells of each thing that a room may not have', ({ folder }) => {
  const told = lint(folder)
  const missed = PLANTED.filter(([file, , words]) => {
    return !told.get(file)?.some((each) => each.includes(words))
  })
  expect(missed.map(([file, line]) => `${file}: ${line}`)).toEqual([])
})
