import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'

/** What generation says of a schema in which one line is another. */
function generated(line: string, instead: string) {
  const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-schema-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  mkdirSync(path.join(folder, 'prisma'))
  const schema = readFileSync('prisma/schema.prisma', 'utf8')
  expect(schema).toContain(line)
  writeFileSync(path.join(folder, 'prisma', 'schema.prisma'), schema.replace(line, instead))
  const script = path.resolve('scripts/generate.mjs')
  return spawnSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' })
}

test.each([
  [
    '  phase       String    @default("") /// @word',
    '  phase       String    @default("")',
    'Job.phase',
  ],
  ['  steps         Json /// @json', '  steps         Json', 'HeldWrite.steps'],
  ['  steps         Json /// @json', '  steps         Json /// @text', 'HeldWrite.steps'],
  [
    '  actorId   String\n  createdAt DateTime\n  closedAt',
    '  actor String\n  closedAt',
    'AgentRequest.actor',
  ],
])(
  'generation fails at a column that does not say whether a redaction looks into it: %j',
  (line, instead, column) => {
    const { status, stderr } = generated(line, instead)
    expect(status).toBe(1)
    expect(stderr).toContain(
      `${column} in prisma/schema.prisma says not whether a redaction looks into it`,
    )
  },
)
