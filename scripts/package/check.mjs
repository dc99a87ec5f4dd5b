// Part of `npm test`: packs the build that is there into a folder of its own, and has it serve and
// run a command with nothing beside it but better-sqlite3.
import { spawnSync } from 'node:child_process'
import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { fail, root } from '../prepare.mjs'
import { packedManifest, STAGED } from './manifest.mjs'
import { serves } from './serves.mjs'
import { stagePackage } from './stage.mjs'

/** Bytes before they are packed, which takes them to less than a third; 60 MB packed are allowed. */
const MAX = 150_000_000

const folder = mkdtempSync(path.join(tmpdir(), 'palimpsest-package-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
const staged = path.join(folder, STAGED)
await stagePackage(staged)
writeFileSync(path.join(folder, 'package.json'), JSON.stringify(packedManifest()))
const unsaid = problemsWithoutSqlite(staged)
mkdirSync(path.join(folder, 'node_modules'))
symlinkSync(
  path.join(root, 'node_modules', 'better-sqlite3'),
  path.join(folder, 'node_modules', 'better-sqlite3'),
)
const problems = [...unsaid, ...problemsOfFiles(staged), ...(await problemsOfRunning(staged))]
if (problems.length > 0) fail(problems.join('\n'))

function problemsOfFiles(staged) {
  const entries = readdirSync(staged, { recursive: true, withFileTypes: true })
  // npm leaves links out of a package.
  const links = entries.filter((entry) => entry.isSymbolicLink()).map(({ name }) => `link ${name}`)
  const bytes = entries
    .filter((entry) => entry.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(path.join(parentPath, name)).size, 0)
  return [...links, ...(bytes > MAX ? [`${bytes} bytes are too many`] : [])]
}

/** npm leaves better-sqlite3 out where it can be neither fetched nor compiled. */
function problemsWithoutSqlite(staged) {
  const program = path.join(staged, 'bin', 'palimpsest.mjs')
  const { status, stderr } = spawnSync(process.execPath, [program], {
    cwd: folder,
    encoding: 'utf8',
  })
  const isSaid = status === 1 && /npm install --prefix .* better-sqlite3@\d/.test(stderr)
  return isSaid ? [] : [`without better-sqlite3 it ended with ${status}: ${stderr}`]
}

async function problemsOfRunning(staged) {
  const program = path.join(staged, 'bin', 'palimpsest.mjs')
  const env = { PATH: process.env.PATH, HOME: folder, XDG_DATA_HOME: path.join(folder, 'data') }
  const { problems } = await serves({ command: [process.execPath, program], cwd: folder, env })
  const { stdout, stderr } = spawnSync(process.execPath, [program, 'stores'], { cwd: folder, env })
  return stdout.includes('Packed') ? problems : [...problems, `stores: ${stdout}${stderr}`]
}
