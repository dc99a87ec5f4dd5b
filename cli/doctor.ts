import { accessSync, constants, existsSync, statfsSync, statSync } from 'node:fs'
import path from 'node:path'
import { isRestoring } from '@/lib/backup/restore'
import { problemOf } from '@/lib/backup/sql'
import { closeDatabase, database, db, openDatabase, useDatabase } from '@/lib/db'
import { pagesOf } from '@/lib/db/many'
import { databaseFaultOf, FAULT_WORDS, MigrationsError } from '@/lib/db/faults'
import { pendingNow } from '@/lib/db/migrate'
import { settings, sqliteFile } from '@/lib/settings'
import { isSound, type StoredText } from '@/lib/store/model/sound'
import { fingerprintAdvice } from '@/lib/store/redact/known'
import { print, printJson, type Typed } from './command'
import { postgresqlVersion } from './sql'

/** One result of the checks: `bad` must be seen to, `note` may. */
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

/** `palimpsest doctor`: reads all that the server needs; 1 if something must be done. */
export async function doctor({ options }: Typed): Promise<number> {
  const { databaseUrl, dataDir } = settings()
  const findings = [nodeVersion(), ...folderFindings(dataDir)]
  for await (const finding of databaseFindings(databaseUrl)) findings.push(finding)
  if (options.has('json')) printJson(findings)
  else for (const { state, words } of findings) print(`${state.padEnd(4)}  ${words}`)
  return findings.some(({ state }) => state === 'bad') ? 1 : 0
}

function nodeVersion(): Finding {
  const { node } = process.versions
  const [major = 0, minor = 0] = node.split('.').map(Number)
  const [wanted, least] = OLDEST_NODE
  if (major > wanted || (major === wanted && minor >= least)) return ok(`Node.js ${node}`)
  return bad(`Node.js ${node} is too old: install ${OLDEST_NODE.join('.')} or newer`)
}

function folderFindings(folder: string): Finding[] {
  if (!existsSync(folder)) return [note(`${folder} is not there yet; the first start makes it`)]
  const isOthers = (statSync(folder).mode & 0o077) !== 0
  const { bavail, bsize } = statfsSync(folder)
  const space = `${((bavail * bsize) / GIB).toFixed(1)} GiB are free on the disk of ${folder}`
  return [
    writable(folder),
    isOthers ? note(`others of this machine may look into ${folder}`) : ok(`${folder} is private`),
    bavail * bsize < GIB ? bad(`${space}: free some; nothing is saved once it is full`) : ok(space),
  ]
}

function writable(target: string): Finding {
  try {
    accessSync(target, constants.R_OK | constants.W_OK)
    return ok(`${target} can be written`)
  } catch {
    return bad(`${target} cannot be written by this user: give it the right, or run as its owner`)
  }
}

async function* databaseFindings(url: string): AsyncGenerator<Finding> {
  const file = sqliteFile(url)
  if (file !== null && !existsSync(file)) {
    const isHalf = isRestoring(path.dirname(file))
    yield isHalf
      ? bad(`a restore of ${file} was interrupted, or is under way: restore the backup again`)
      : note(`${file} is not there yet; the first start makes it`)
    return
  }
  try {
    if (file !== null) yield writable(file)
    useDatabase(await openDatabase(url))
    yield file === null ? await serverFinding() : fileFinding(file)
    const pending = await pendingNow(database())
    if (pending.length > 0) {
      yield note(`${pending.length} migrations will be applied by the next start`)
      return
    }
    yield ok('the database is of this version')
    yield* told(await wrongTotals(), 'the totals of every store are those of its memories')
    yield* told(await damagedTexts(), 'every text is what was written')
    const advice = await fingerprintAdvice()
    if (advice !== null) yield bad(advice)
  } catch (error) {
    const fault = databaseFaultOf(error)
    if (fault) yield bad(`${FAULT_WORDS[fault.fault]} (${fault.code})`)
    else if (error instanceof MigrationsError) yield bad(error.message)
    else throw error
  } finally {
    await closeDatabase()
  }
}

function fileFinding(file: string): Finding {
  const problem = problemOf(file)
  if (problem === null) return ok(`${file} is whole`)
  return bad(`${file} is damaged: ${problem}. ${FAULT_WORDS.damaged}`)
}

async function serverFinding(): Promise<Finding> {
  const version = await postgresqlVersion()
  if (Number.parseInt(version, 10) >= OLDEST_POSTGRESQL) return ok(`PostgreSQL ${version} answers`)
  return bad(`PostgreSQL ${version} is too old: use ${OLDEST_POSTGRESQL} or newer`)
}

/** What is wrong, or that nothing is. */
const told = (wrong: readonly string[], words: string) =>
  wrong.length > 0 ? wrong.map(bad) : [ok(words)]

async function wrongTotals(): Promise<string[]> {
  const where = { path: { not: null } }
  const sums = await db.memory.groupBy({ by: 'storeId', where, _count: true, _sum: { size: true } })
  const held = new Map(sums.map(({ storeId, _count, _sum }) => [storeId, [_count, _sum.size]]))
  const stores = await db.store.findMany({ where: { deletedAt: null } })
  return stores.flatMap(({ id, name, memoryCount, byteSize }) => {
    const [count = 0, bytes = 0] = held.get(id) ?? []
    if (count === memoryCount && bytes === byteSize) return []
    const said = `${memoryCount} memories of ${byteSize} bytes`
    return [`${name} (${id}) says that it has ${said} and has ${count} of ${bytes}: report this`]
  })
}

const TEXTS_A_PAGE = 200

/** Reads all of them: the engine's own check does not know what was written. */
async function damagedTexts(): Promise<string[]> {
  const { version, memory } = db
  const select = { id: true, path: true, sha256: true, content: true } as const
  const page = (last: Text | undefined, take: number) => ({
    where: { id: { gt: last?.id ?? '' }, sha256: { not: null } },
    orderBy: { id: 'asc' } as const,
    take,
  })
  const versions = await damaged((...at) => version.findMany({ ...page(...at), select }))
  const heads = await damaged((...at) => memory.findMany({ ...page(...at), select }))
  return [
    ...versions.map(
      ({ id, path: of }) =>
        `the version ${id} of ${of} is damaged: a backup from before has its text`,
    ),
    ...heads.map(
      ({ id, path: of }) => `what ${of} (${id}) holds now is damaged: restore its last version`,
    ),
  ]
}

interface Text extends StoredText {
  id: string
  path: string | null
}

async function damaged(
  read: (last: Text | undefined, take: number) => Promise<Text[]>,
): Promise<Text[]> {
  const found: Text[] = []
  for await (const texts of pagesOf(TEXTS_A_PAGE, read)) {
    found.push(...texts.filter((text) => !isSound(text)))
  }
  return found
}
