import { mkdirSync } from 'node:fs'
import { createInterface } from 'node:readline/promises'
import { ACCESSES, type Access } from '@/lib/auth/access'
import { type ApiKey, createKey, listKeys, MAX_DAYS, revokeKey, rotateKey } from '@/lib/auth/keys'
import { migrateAfterBackup } from '@/lib/backup/regular-backups'
import { closeDatabase, db, openDatabase, useDatabase } from '@/lib/db'
import { settings } from '@/lib/settings'
import {
  choice,
  CommandError,
  oneStore,
  print,
  printJson,
  say,
  type Typed,
  UsageError,
} from './command'

/** `palimpsest keys create <name>`; the secret is the only line on standard output. */
export async function create(typed: Typed): Promise<number> {
  const { names, options } = typed
  const [name = ''] = names
  const access = choice(typed, 'access', ACCESSES, 'write')
  const purpose = choice(typed, 'purpose', ['agent', 'script', ''], '')
  const days = daysOf(options.get('days')?.at(-1))
  await confirm(name, access)
  return withDatabase(async () => {
    const storeIds = options.has('store') ? await idsOf(options.get('store') ?? []) : null
    const wanted = { name, access, storeIds, days, madeBy: 'command_line' as const }
    const isAgent = purpose === '' ? undefined : purpose === 'agent'
    const { key, secret } = await createKey({ ...wanted, isAgent })
    if (options.has('json')) printJson({ ...key, secret })
    else print(secret)
    say(`made ${key.id}; the secret is shown this once`)
    return 0
  })
}

function daysOf(typed = '90'): number | null {
  if (typed === 'never') return null
  if (/^[1-9]\d{0,3}$/.test(typed) && Number(typed) <= MAX_DAYS) return Number(typed)
  throw new UsageError(`--days takes a number from 1 to ${MAX_DAYS}, or never`)
}

/** For a key that decides: an agent that can run commands has no terminal at which to type its name again. */
async function confirm(name: string, access: Access): Promise<void> {
  if (access !== 'review' && access !== 'admin') return
  if (!process.stdin.isTTY || !process.stderr.isTTY) {
    throw new CommandError(
      `a key with ${access} decides on what agents write, so a person makes it, or gives it another secret: type this at a terminal, or go to the dashboard`,
    )
  }
  const terminal = createInterface({ input: process.stdin, output: process.stderr })
  const asked = terminal.question(`Type the key's name again to give it ${access}: `)
  // Who presses Ctrl-C or Ctrl-D means none.
  const again = await asked.catch(() => null)
  terminal.close()
  if (again === null) throw new CommandError('nothing was done')
  if (again.trim() !== name) throw new CommandError('that is another name; nothing was done')
}

/** The ids of stores by their names or ids. */
async function idsOf(named: readonly string[]): Promise<string[]> {
  const some = [...named]
  const stores = await db.store.findMany({
    where: { deletedAt: null, OR: [{ id: { in: some } }, { name: { in: some } }] },
    select: { id: true, name: true },
  })
  return some.map((each) => oneStore(each, stores))
}

/** `palimpsest keys list`. */
export function list({ options }: Typed): Promise<number> {
  return withDatabase(async () => {
    const keys = await listKeys()
    if (options.has('json')) printJson(keys)
    else for (const key of keys) print(lineOf(key))
    return 0
  })
}

function lineOf({ id, name, access, isAgent, storeIds, revokedAt, expiresAt }: ApiKey): string {
  const purpose = isAgent ? 'agent' : 'script'
  const end = expiresAt ? `ends ${expiresAt.toISOString()}` : 'does not end'
  const stores = storeIds?.join(', ') ?? 'all stores'
  return [id, name, access, purpose, stores, revokedAt ? 'revoked' : end].join('  ')
}

/** `palimpsest keys rotate <id>`. */
export function rotate({ names: [id = ''] }: Typed): Promise<number> {
  return withDatabase(async () => {
    const key = (await listKeys()).find((each) => each.id === id)
    if (key) await confirm(key.name, key.access)
    print(await rotateKey(id))
    say('the secret is shown this once; the one before is good for 24 hours more')
    return 0
  })
}

/** `palimpsest keys revoke <id>`. */
export function revoke({ names: [id = ''] }: Typed): Promise<number> {
  return withDatabase(async () => {
    await revokeKey(id)
    return 0
  })
}

/** Opens the database beside a running server, as a start would. */
export async function withDatabase(work: () => Promise<number>): Promise<number> {
  const { databaseUrl, dataDir } = settings()
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  await migrateAfterBackup(databaseUrl)
  useDatabase(await openDatabase(databaseUrl))
  try {
    return await work()
  } finally {
    await closeDatabase()
  }
}
