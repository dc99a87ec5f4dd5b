import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import { parseArgs } from 'node:util'
import pg from 'pg'
import Sqlite from 'better-sqlite3'
import { isRestoring, unfinishedIn } from '@/lib/backup/unfinished'
import { fileProblems } from '@/lib/db/check-file'
import { databaseFaultOf, FAULT_WORDS } from '@/lib/db/database-fault'
import {
  type AppliedMigration,
  pendingMigrations,
  readMigrations,
  SELECT_APPLIED,
} from '@/lib/db/migrations'
import { database } from '@/lib/db/open-database'
import { poolerAdvice } from '@/lib/db/pooler'
import { settings } from '@/lib/settings'
import { fingerprintAdvice } from '@/lib/store/redaction/fingerprint-advice'
import { humanSize } from '@/lib/text/human-size'
import { printable } from './printable'
import { treeFindings } from './tree-findings'
import { versionFindings } from './version-findings'

/** One result of the checks. `bad` needs fixing, `note` may. */
interface Finding {
  state: 'ok' | 'note' | 'bad'
  words: string
}

const ok = (words: string): Finding => ({ state: 'ok', words })
const note = (words: string): Finding => ({ state: 'note', words })
const bad = (words: string): Finding => ({ state: 'bad', words })

const GIB = 2 ** 30
const OLDEST_NODE = [20, 19] as const
const OLDEST_POSTGRESQL = 15

/**
 * `palimpsest doctor`: checks everything that the server needs; 1 if something is wrong. It changes
 * nothing, unless trees are to be made anew.
 */
export async function doctorCommand(args: string[]): Promise<number> {
  const { values } = parseArgs({
    args,
    options: { 'mend-trees': { type: 'boolean', default: false } },
  })
  const { databaseUrl } = settings()
  const findings = [nodeVersion(), ok('the settings can be used')]
  findings.push(
    ...(databaseUrl.startsWith('file:')
      ? await sqliteFindings(path.resolve(databaseUrl.slice('file:'.length)))
      : await postgresqlFindings(databaseUrl)),
  )
  if (canBeRead(findings)) {
    findings.push(
      ...(await storedTrees(values['mend-trees'])),
      ...(await fingerprints()),
      ...(await storedVersions()),
    )
  }
  for (const { state, words } of findings)
    process.stdout.write(`${state.padEnd(4)}  ${printable(words)}\n`)
  return findings.some(({ state }) => state === 'bad') ? 1 : 0
}

const OF_THIS_VERSION = 'the database is of this version'

function canBeRead(findings: readonly Finding[]): boolean {
  const isSound = findings.every(({ state }) => state !== 'bad')
  return isSound && findings.some(({ words }) => words === OF_THIS_VERSION)
}

/** Checks that every memory is found by the folders that it lies in. */
async function storedTrees(isMended: boolean): Promise<Finding[]> {
  const lines = await treeFindings(isMended)
  if (lines.length === 0) return [ok('every folder of the stores is there')]
  return lines.map((line) => (isMended ? note(line) : bad(line)))
}

/** Reads all of them: the engine's own check does not know what was written. */
async function storedVersions(): Promise<Finding[]> {
  const lines = await versionFindings()
  return lines.length === 0
    ? [ok('every stored version is what was written')]
    : lines.map((line) => bad(line))
}

/** Says nothing where there is nothing to say: most installations have redacted no such text. */
async function fingerprints(): Promise<Finding[]> {
  const advice = await fingerprintAdvice(database().read)
  return advice === null ? [] : [note(advice)]
}

function nodeVersion(): Finding {
  const [major = 0, minor = 0] = process.versions.node.split('.').map(Number)
  const [wantedMajor, wantedMinor] = OLDEST_NODE
  const isEnough = major > wantedMajor || (major === wantedMajor && minor >= wantedMinor)
  return isEnough
    ? ok(`Node.js ${process.versions.node}`)
    : bad(`Node.js ${process.versions.node} is too old: install ${OLDEST_NODE.join('.')} or newer`)
}

async function sqliteFindings(file: string): Promise<Finding[]> {
  const folder = path.dirname(file)
  if (!existsSync(folder)) return [note(`${folder} is not there yet; the first start makes it`)]
  const findings = [writable(folder), freeSpace(folder), ...interrupted(file)]
  if (!existsSync(file)) {
    return isRestoring(folder)
      ? findings
      : [...findings, note(`${file} is not there yet; the first start makes it`)]
  }
  findings.push(writable(file), journal(`${file}-wal`))
  const problems = await fileProblems(file, 'whole')
  if (problems.length > 0) {
    findings.push(bad(`${file} is damaged: ${problems[0] ?? ''}. ${FAULT_WORDS.damaged}`))
    return findings
  }
  findings.push(ok(`${file} is whole (${humanSize(statSync(file).size)})`), sqliteMigrations(file))
  return findings
}

function writable(target: string): Finding {
  try {
    accessSync(target, constants.R_OK | constants.W_OK)
    return ok(`${target} can be written`)
  } catch {
    return bad(
      `${target} cannot be written by this user: give it the right to, or run the server as its owner`,
    )
  }
}

function interrupted(file: string): Finding[] {
  const folder = path.dirname(file)
  const left = unfinishedIn(path.join(folder, 'backups')).length
  const findings =
    left > 0
      ? [
          note(
            `${left} files of backups that are under way or were interrupted; the next start or backup removes what is left`,
          ),
        ]
      : []
  if (isRestoring(folder)) {
    findings.push(
      existsSync(file)
        ? note(`a restore into ${folder} was interrupted; the next start removes what is left`)
        : bad(
            `a restore into ${folder} was interrupted, or is under way: restore the backup again`,
          ),
    )
  }
  return findings
}

function freeSpace(folder: string): Finding {
  const { bavail, bsize } = statfsSync(folder)
  const free = bavail * bsize
  const words = `${humanSize(free)} are free on the disk of ${folder}`
  return free < GIB ? bad(`${words}: free some, writing ends when it is full`) : ok(words)
}

function journal(file: string): Finding {
  const size = existsSync(file) ? statSync(file).size : 0
  const words = `the journal beside it holds ${humanSize(size)}`
  return size > GIB / 4
    ? note(`${words}: a reader keeps it from being emptied; a restart of the server does`)
    : ok(words)
}

function sqliteMigrations(file: string): Finding {
  const db = new Sqlite(file, { readonly: true, timeout: 5000 })
  try {
    const rows = db.prepare<[], AppliedMigration>(SELECT_APPLIED).all()
    return migrationFinding('sqlite', rows)
  } catch (error) {
    return bad(messageOf(error))
  } finally {
    db.close()
  }
}

function migrationFinding(
  kind: 'sqlite' | 'postgresql',
  rows: readonly AppliedMigration[],
): Finding {
  try {
    const { length } = pendingMigrations(readMigrations(kind), rows)
    return length === 0
      ? ok(OF_THIS_VERSION)
      : note(`${length} migrations will be applied by the next start`)
  } catch (error) {
    return bad(messageOf(error))
  }
}

async function postgresqlFindings(url: string): Promise<Finding[]> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<{ version: string }>(
      "SELECT current_setting('server_version') AS version",
    )
    const version = rows[0]?.version ?? ''
    const applied = await client.query<AppliedMigration>(SELECT_APPLIED)
    const advice = await poolerAdvice(url, settings().postgresql)
    return [
      Number.parseInt(version, 10) >= OLDEST_POSTGRESQL
        ? ok(`PostgreSQL ${version} answers`)
        : bad(`PostgreSQL ${version} is too old: use ${OLDEST_POSTGRESQL} or newer`),
      migrationFinding('postgresql', applied.rows),
      advice === null ? ok('no pooler that needs a setting') : note(advice),
    ]
  } catch (error) {
    const fault = databaseFaultOf(error)
    if (!fault) return [bad(`PostgreSQL: ${messageOf(error)}`)]
    return [bad(`PostgreSQL (${fault.code}): ${FAULT_WORDS[fault.fault]}`)]
  } finally {
    await client.end().catch(() => {})
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
