import { CLIENT_INFO_META_KEY } from '@modelcontextprotocol/server'
import { z } from 'zod'
import { db, padded, write } from '@/lib/db'
import { causeOf, log } from '@/lib/log'
import { perProcess } from '@/lib/per-process'
import { sha256Hex } from '@/lib/text/content'
import { wholeStart } from '@/lib/text/long-text'

/** The programs that call over MCP, as they name themselves. */

const word = (most: number) =>
  z.string().transform((text) => wholeStart(text.replaceAll(/[^\P{C}]+/gu, ' ').trim(), most))

const program = z.object({ name: word(60).refine(Boolean), version: word(40).catch('') })

export type Program = z.output<typeof program>

const message = z.object({
  params: z.object({
    clientInfo: program.optional().catch(undefined),
    _meta: z.object({ [CLIENT_INFO_META_KEY]: program.optional().catch(undefined) }).optional(),
  }),
})

/**
 * The program that sent a message: the revision of 2026-07-28 names it in each, the one before in its first.
 * null: this one names none.
 */
export function programIn(body: unknown): Program | null {
  const parsed = message.safeParse(body)
  if (!parsed.success) return null
  const { clientInfo, _meta } = parsed.data.params
  return _meta?.[CLIENT_INFO_META_KEY] ?? clientInfo ?? null
}

/** Of a program that does not name itself: `name/1.2` at the start of what it says of its software. */
export function programOfAgent(userAgent: string | null): Program | null {
  const [, name, version = ''] = /^([^\s/;]+)(?:\/([^\s;]+))?/.exec(userAgent ?? '') ?? []
  return program.safeParse({ name, version }).data ?? null
}

/** A program that called, with one key or with none. */
export interface Client extends Program {
  id: string
  keyId: string | null
  /** of tools */
  calls: number
  lastAt: Date
}

const WRITTEN_AFTER_MS = 1_000

/** Programs kept of each key: one that names itself anew each time must not fill the table. */
const MOST_A_KEY = 200

interface Counted extends Omit<Client, 'id'> {
  firstAt: Date
}

const counter = perProcess('clients of MCP', () => ({
  counted: new Map<string, Counted>(),
  timer: null as NodeJS.Timeout | null,
  writing: Promise.resolve(),
}))

/** The same program with the same key is one, whatever its version. */
const idOf = (keyId: string | null, { name }: Program) =>
  `client_${sha256Hex(`${keyId}\n${name}`).slice(0, 24)}`

/** Counts a call of a program; it is written down a moment later, and delays no answer. */
export function noteCall(keyId: string | null, called: Program, isOfTool: boolean): void {
  const now = new Date()
  const id = idOf(keyId, called)
  const { calls = 0, firstAt = now } = counter.counted.get(id) ?? {}
  // While the database does not answer, what comes first makes room.
  const [oldest] = counter.counted.keys()
  if (counter.counted.size > MOST_A_KEY && oldest) counter.counted.delete(oldest)
  const more = isOfTool ? 1 : 0
  counter.counted.set(id, { ...called, keyId, calls: calls + more, firstAt, lastAt: now })
  counter.timer ??= setTimeout(() => void writeDown(), WRITTEN_AFTER_MS).unref()
}

/** Writes the counts down, for whoever lists them next. */
function writeDown(): Promise<void> {
  if (counter.timer) clearTimeout(counter.timer)
  counter.timer = null
  const counted = [...counter.counted]
  counter.counted.clear()
  counter.writing = counter.writing
    .then(() => (counted.length > 0 ? keep(counted) : undefined))
    .catch((error: unknown) => log.warn('callers over MCP are not counted', causeOf(error)))
  return counter.writing
}

const keep = (counted: readonly [string, Counted][]) =>
  write(async (tx) => {
    for (const [id, { name, version, keyId, calls, firstAt, lastAt }] of counted) {
      await tx.actor.upsert({
        where: { id },
        create: { id, keyId, name, version, calls, firstAt, lastAt },
        update: { version, lastAt, calls: { increment: calls } },
      })
    }
    for (const keyId of new Set(counted.map(([, each]) => each.keyId))) {
      const where = { keyId, id: { startsWith: 'client_' } }
      const order = { orderBy: { lastAt: 'desc' as const }, skip: MOST_A_KEY, select: { id: true } }
      const old = await tx.actor.findMany({ where, ...order })
      if (old.length > 0) {
        await tx.actor.deleteMany({ where: { id: { in: padded(old.map(({ id }) => id)) } } })
      }
    }
  })

/** The programs that called over MCP, the last one first. */
export async function listClients(limit: number): Promise<Client[]> {
  await writeDown()
  const where = { id: { startsWith: 'client_' } }
  return db.actor.findMany({ where, orderBy: [{ lastAt: 'desc' }, { id: 'asc' }], take: limit })
}
