import path from 'node:path'
import { createInterface } from 'node:readline/promises'
import { parseArgs } from 'node:util'
import { startConnections } from '@/lib/connect/background/work-connections'
import { connectFolder } from '@/lib/connect/connect-folder'
import { findFolders, type FoundFolder } from '@/lib/connect/find-folders'
import { listConnections } from '@/lib/connect/list-connections'
import type { Direction } from '@/lib/connect/model/connection'
import type { Database } from '@/lib/db/database'
import { database } from '@/lib/db/open-database'
import { settings } from '@/lib/settings'
import { COMMAND_LINE_ACTOR } from '@/lib/store/model/actor'
import { humanSize } from '@/lib/text/human-size'
import { addHooks } from './claude-code-hooks'
import { printable } from './printable'
import { typedFrom } from './typed-from'
import { UsageError } from './usage'

/** Interval of the check whether the folders are taken in; milliseconds. */
const POLL_INTERVAL_MS = 200

/** `palimpsest connect claude-code`, or of a folder. */
export async function connectCommand(args: string[]): Promise<number> {
  const { values, positionals } = parseArgs({
    args,
    allowPositionals: true,
    options: {
      all: { type: 'boolean', default: false },
      'two-way': { type: 'boolean', default: false },
      store: { type: 'string' },
      hooks: { type: 'boolean', default: false },
      yes: { type: 'boolean', default: false },
    },
  })
  const [what, ...others] = positionals
  if (what === undefined || others.length > 0) {
    throw new UsageError('connect takes claude-code, or one folder')
  }
  if (values.hooks && what !== 'claude-code') {
    throw new UsageError('--hooks goes with claude-code')
  }
  const direction: Direction = values['two-way'] ? 'two_way' : 'read'
  const db = database()
  const folders =
    what === 'claude-code'
      ? await chosenProjects(db, values.all)
      : [{ preset: 'folder' as const, ...namedFolder(what, values.store) }]
  if (folders === null) return 1
  const ids: string[] = []
  for (const { location, preset, name } of folders) {
    const cause = { actor: COMMAND_LINE_ACTOR }
    const store = preset === 'claude_code' ? { namedAfter: name } : { name }
    ids.push((await connectFolder(db, { location, preset, direction, store, cause })).connectionId)
  }
  await takenIn(db, ids)
  if (values.hooks && !(await addHooks(values.yes))) return 1
  return 0
}

function namedFolder(what: string, store: string | undefined): { location: string; name: string } {
  const location = path.resolve(typedFrom(), what)
  return { location, name: store ?? path.basename(location) }
}

/** Null: there is nobody to ask, and nothing was asked for. */
async function chosenProjects(db: Database, isAll: boolean): Promise<FoundFolder[] | null> {
  const found = await findFolders(db, settings().agentHomes, new AbortController().signal)
  const projects = found.filter(({ preset }) => preset === 'claude_code')
  if (projects.length === 0) {
    throw new UsageError(
      `nothing that Claude Code remembers was found in ${settings().agentHomes.claudeCode}`,
    )
  }
  const open = projects.filter(({ isConnected }) => !isConnected)
  for (const [index, folder] of open.entries()) {
    process.stdout.write(`${String(index + 1).padStart(3)}  ${printable(lineOf(folder))}\n`)
  }
  const connected = projects.length - open.length
  if (connected > 0) process.stdout.write(`${connected} connected already\n`)
  if (isAll || open.length === 0) return open
  if (!process.stdin.isTTY) {
    process.stderr.write('palimpsest: --all connects them\n')
    return null
  }
  return asked(open)
}

function lineOf({ name, fileCount, byteSize, newestAt, missingCount }: FoundFolder): string {
  const day = newestAt === null ? '' : `, ${new Date(newestAt).toISOString().slice(0, 10)}`
  const missing =
    missingCount > 0 ? `; MEMORY.md lists ${missingCount} files that are not there` : ''
  return `${name}  (${fileCount} memories, ${humanSize(byteSize)}${day}${missing})`
}

async function asked(open: readonly FoundFolder[]): Promise<FoundFolder[]> {
  const terminal = createInterface({ input: process.stdin, output: process.stdout })
  try {
    const answer = await terminal.question('Which? Numbers, or all: ')
    if (answer.trim() === 'all') return [...open]
    const numbers = answer.split(/[\s,]+/).filter(Boolean)
    return numbers.map((number) => {
      const folder = open[Number(number) - 1]
      if (!folder) throw new UsageError(`there is no ${number}`)
      return folder
    })
  } finally {
    terminal.close()
  }
}

/** Works until the folders are taken in, unless a running server does. */
async function takenIn(db: Database, ids: readonly string[]): Promise<void> {
  const stop = startConnections(db)
  try {
    for (;;) {
      const connections = (await listConnections(db)).filter(({ id }) => ids.includes(id))
      if (connections.every(({ sweptAt, state }) => sweptAt !== null || state !== 'ok')) {
        for (const { storeName, storeId, fileCount, unwatched, problem } of connections) {
          const left = unwatched.count > 0 ? `, ${unwatched.count} cannot be memories` : ''
          const said = problem ?? `${fileCount} memories${left}`
          process.stdout.write(`${storeId}  ${printable(storeName)}  (${said})\n`)
        }
        return
      }
      await new Promise((resolve) => setTimeout(resolve, POLL_INTERVAL_MS))
    }
  } finally {
    await stop()
  }
}
