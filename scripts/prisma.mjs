// `npm run prisma -- <command>`: Prisma's own commands (`studio`, `validate`, `format`) in the version
// of its client. The program is installed on demand within node_modules, where it finds the driver
// of SQLite, since nothing that runs needs its 230 MB.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { compiled, fail, packages, prepare, requireNode, root } from './prepare.mjs'
import { checkedSettings } from './settings.mjs'

requireNode()
await prepare(packages)
await prepare(compiled)

const { version } = createRequire(import.meta.url)('@prisma/client/package.json')
const folder = path.join(root, 'node_modules', '.palimpsest', `prisma-${version}`)
const program = path.join(folder, 'node_modules', 'prisma', 'build', 'index.js')

function installProgram() {
  const options = ['--ignore-scripts', '--no-audit', '--no-fund', '--loglevel=error']
  const install = ['install', ...options, '--prefix', folder, `prisma@${version}`]
  const { status } = spawnSync('npm', install, { stdio: 'inherit' })
  if (status !== 0) process.exit(status ?? 1)
}

/** Studio knows files by `file://` only. */
function urlForPrisma({ databaseUrl }) {
  return databaseUrl.replace(/^file:(?!\/\/)/, 'file://')
}

if (!existsSync(program)) installProgram()
const settings = checkedSettings()
// Studio would make an empty database where there is none.
const file = settings.databaseUrl.match(/^file:(.+)/)?.[1]
if (process.argv[2] === 'studio' && file && !existsSync(file)) {
  fail(`there is no database at ${file} yet: npm start makes it`)
}
const { status } = spawnSync(process.execPath, [program, ...process.argv.slice(2)], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PRISMA_DATABASE_URL: urlForPrisma(settings),
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
    // None of these commands needs the engine that it would load from elsewhere.
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
  },
})
process.exit(status ?? 1)
