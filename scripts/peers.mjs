// `npm run test:peers`: tests with real programs of other makers, which are installed on demand into a folder of
// their own (some 400 MB) and are no dependency. Nothing is asked elsewhere while they run.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const PACKAGES = ['@anthropic-ai/claude-code@2.1.330', '@ai-sdk/mcp@2.0.99']
const folder = process.env.PEERS_DIR ?? path.join(tmpdir(), 'palimpsest-peers')

const names = PACKAGES.map((each) => each.slice(0, each.lastIndexOf('@')))
const areThere = names.every((name) => existsSync(path.join(folder, 'node_modules', name)))
if (!areThere) run('npm', ['install', '--no-audit', '--no-fund', '--prefix', folder, ...PACKAGES])
run('node_modules/.bin/vitest', ['run', '--project', 'peers'])

function run(program, words) {
  const env = { ...process.env, PEERS_DIR: folder }
  const { status } = spawnSync(program, words, { stdio: 'inherit', env })
  if (status !== 0) process.exit(status ?? 1)
}
