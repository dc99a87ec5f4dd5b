// `npm run test:peers`: the tests with real programs of other makers, which are installed on demand
// into a folder of their own (some 400 MB) and are no dependency.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PACKAGES = ['@anthropic-ai/claude-code@2.1.330', '@ai-sdk/mcp@1.0.102']
const folder = process.env.PEERS_DIR ?? path.join(tmpdir(), 'palimpsest-peers')
const program = path.join(folder, 'node_modules/.bin/claude')

const isInstalled = existsSync(program) && existsSync(path.join(folder, 'node_modules/@ai-sdk/mcp'))
if (!isInstalled) {
  const install = ['install', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES]
  const { status } = spawnSync('npm', install, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}
const { status } = spawnSync('node_modules/.bin/vitest', ['run', 'tests/peers'], {
  stdio: 'inherit',
  env: { ...process.env, CLAUDE_CODE_PROGRAM: program, PEERS_DIR: folder },
})
process.exit(status ?? 1)
