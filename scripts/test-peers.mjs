// `npm run test:peers`: the tests with real programs of other makers, which are installed on demand
// into a folder of their own (some 400 MB) and are no dependency.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const VERSION = '2.1.330'
const folder = process.env.PEERS_DIR ?? path.join(tmpdir(), 'palimpsest-peers')
const program = path.join(folder, 'node_modules/.bin/claude')

if (!existsSync(program)) {
  const { status } = spawnSync(
    'npm',
    [
      'install',
      '--no-audit',
      '--no-fund',
      '--prefix',
      folder,
      `@anthropic-ai/claude-code@${VERSION}`,
    ],
    { stdio: 'inherit' },
  )
  if (status !== 0) process.exit(status ?? 1)
}
const { status } = spawnSync('node_modules/.bin/vitest', ['run', 'tests/peers'], {
  stdio: 'inherit',
  env: { ...process.env, CLAUDE_CODE_PROGRAM: program },
})
process.exit(status ?? 1)
