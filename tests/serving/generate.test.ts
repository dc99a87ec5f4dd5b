import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { TEXT_COLUMNS } from '@/lib/db/generated/text-columns'
import { expect, test } from '@/tests/support/fixtures'

const SCHEMA = readFileSync('prisma/schema.prisma', 'utf8')

/** What generation says of a schema, in a folder of its own. */
function generate(folder: string, schema: string) {
  mkdirSync(path.join(folder, 'prisma'))
  writeFileSync(path.join(folder, 'prisma', 'schema.prisma'), schema)
  const program = path.resolve('scripts/generate.mjs')
  return spawnSync(process.execPath, [program], { cwd: folder, encoding: 'utf8' })
}

test.for([
  [
    'a text without a mark',
    /^( +description +String .*) \/\/\/ @text$/m,
    '$1',
    'Store.description',
  ],
  ['a JSON without a mark', /^( +metadata +Json) \/\/\/ @json$/m, '$1', 'Store.metadata'],
  ['a word without a mark', /^( +phase +String .*) \/\/\/ @word$/m, '$1', 'Job.phase'],
  [
    'a JSON that is marked as a text',
    /^( +metadata +Json) \/\/\/ @json$/m,
    '$1 /// @text',
    'Store.metadata',
  ],
  [
    'an actor that does not say which',
    /^ +actorId +String\n +createdAt DateTime\n +closedAt/m,
    '  actor String\n  closedAt',
    'AgentRequest.actor',
  ],
] as const)('generation fails at %s, and names the column', (row, { folder }) => {
  const [, column, without, named] = row
  const { status, stderr } = generate(folder, SCHEMA.replace(column, without))
  expect([status, stderr]).toEqual([1, expect.stringContaining(`${named} in prisma/schema.prisma`)])
})

test('the list of text columns has every table that holds what somebody wrote', () => {
  const columns = TEXT_COLUMNS.map(({ table, column }) => `${table}.${column}`)
  expect(columns).toEqual(
    expect.arrayContaining(['Memory.content', 'Version.path', 'SessionEvent.body', 'Job.input']),
  )
  expect(columns).not.toContain('Version.sha256')
})
