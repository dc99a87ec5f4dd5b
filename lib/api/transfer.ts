import { z } from '@hono/zod-openapi'
import type { Context } from 'hono'
import { AsyncResource } from 'node:async_hooks'
import { open, rm } from 'node:fs/promises'
import path from 'node:path'
import { ReadableStream as NodeStream } from 'node:stream/web'
import { may } from '@/lib/auth/access'
import { keyedHash } from '@/lib/db/fingerprint-key'
import { doPlan, planOf } from '@/lib/store/plan/do-plan'
import type { Answer, Chosen, Plan } from '@/lib/store/plan/plan'
import { jsonOf, sha256Hex } from '@/lib/text/content'
import { newId } from '@/lib/text/ids'
import { mountNames } from '@/lib/text/mount-name'
import { rfc3339 } from '@/lib/time'
import { EXPORT_TYPES, exportStore } from '@/lib/transfer/export'
import { pathOf } from '@/lib/transfer/plan'
import type { Named } from '@/lib/transfer/read-source'
import { closeSource, openSource } from '@/lib/transfer/seed'
import { incomingFolder, MAX_SOURCE_BYTES } from '@/lib/transfer/source'
import { MAX_ENTRIES, WirePlan, wirePlan } from './import-report'
import { answeredJob, WireJob } from './jobs'
import { chunksOf, refuseEnded } from './chain'
import {
  answer,
  type Env,
  flag,
  inStore,
  MAX_JSON_BYTES,
  part,
  rawAnswer,
  requireMay,
  STORE,
  text,
  unfit,
} from './kit'
import { sequenceOf } from './memories'

/** Import: a source is planned, and done as a job where its plan is the one that was shown. */

const side = z.enum(['leave', 'source', 'store'])
const somePath = z.string().max(10_000)

const choices = {
  /** the hash of the plan that was shown; where it is another by now, nothing is done */
  plan: z.string().max(256).optional(),
  /** which text stands where store and source changed the same lines; both stay as versions */
  conflicts: side.optional(),
}

const query = z.object({
  /** of an upload: seeding again under the same name goes on from the last time */
  name: text(255).min(1, 'must not be empty').optional(),
  dry_run: flag.default(false),
  history: flag.default(true),
  wait: flag.default(false),
  ...choices,
})

const Body = z.object({
  source: z.object({
    /** `folder`: without its git history; `any`: whatever is there */
    type: z.enum(['folder', 'git', 'file', 'any']),
    path: text(4_096).refine((at) => path.isAbsolute(at), 'must be an absolute path of the server'),
  }),
  dry_run: z.boolean().optional(),
  history: z.boolean().optional(),
  wait: z.boolean().optional(),
  /** of single conflicts, by path */
  decisions: z.record(somePath, side).optional(),
  /** paths of the plan that stay as they are in the store */
  leave_out: z.array(somePath).max(MAX_ENTRIES).optional(),
  ...choices,
})

/** By hand, since a schema of zod's would refuse every other type of body. */
const bodySchema: object = z.toJSONSchema(Body, { io: 'input' })

const named = inStore('post', `${STORE}/import`, 'importMemories', 'import', {
  summary: 'Take a zip, JSON Lines, or a path of the server into a store',
  description: 'An object with a `source` names a path of the server; any other body is it.',
  query,
  responses: answer(z.union([WirePlan, WireJob])),
})

const body = {
  content: {
    'application/octet-stream': { schema: { type: 'string' as const, format: 'binary' } },
    'application/json': { schema: bodySchema },
  },
}
const take = { ...named, request: { ...named.request, body } }

/** What is asked for: the address says it, and of a path on the server the body. */
type Asked = Omit<z.output<typeof query>, 'name'> &
  Pick<z.output<typeof Body>, 'decisions' | 'leave_out'> & { named: Named }

async function askedFor(c: Context<Env>, given: z.output<typeof query>): Promise<Asked> {
  const bytes = await received(c.req.raw)
  await refuseEnded(c.req.raw, c.var.caller)
  const command = commandIn(bytes)
  if (command === null) {
    const name = given.name ?? `upload ${keyedHash(sha256Hex(bytes)).slice(0, 16)}`
    return { ...given, named: { type: 'upload', name, bytes } }
  }
  requireMay(c, 'read the disk')
  const parsed = Body.safeParse(command)
  if (!parsed.success) throw unfit(parsed.error)
  const { source, ...said } = parsed.data
  return { ...given, ...said, named: source }
}

/** What names a source elsewhere, whatever the type of the body; null: it is the source. */
function commandIn(bytes: Buffer): object | null {
  if (bytes.length > MAX_JSON_BYTES || !bytes.includes('"source"')) return null
  const value = jsonOf(bytes.toString())
  return typeof value === 'object' && value !== null && 'source' in value ? value : null
}

const ANSWERS = { leave: 'leave', source: 'take', store: 'keep' } as const

/** The choices of a call, by the rows of the plan. */
function chosenOf(
  plan: Plan,
  { plan: shown, conflicts = 'leave', decisions: by = {}, leave_out }: Asked,
): Chosen {
  const out = new Set(leave_out)
  const answers: Record<string, Answer> = {}
  for (const row of plan.rows) {
    const decided = by[pathOf(row)] ?? (row.group === 'conflict' ? conflicts : undefined)
    if (decided) answers[row.id] = ANSWERS[decided]
  }
  const leftOut = plan.rows.filter((row) => out.has(pathOf(row))).map(({ id }) => id)
  return { hash: shown ?? plan.hash, answers, leftOut }
}

export const transfer = part().openapi(take, async (c) => {
  const asked = await askedFor(c, c.req.valid('query'))
  const { caller, cause } = c.var
  const storeId = c.var.store.id
  const { signal } = c.req.raw
  const isTrusted = may(caller, 'write as others')
  const takesTests = may(caller, 'ask models')
  const source = { storeId, named: asked.named, isTrusted, takesTests }
  const { id: jobId, label } = await openSource(source, cause, signal)
  try {
    const ask = { kind: 'seed' as const, jobId, withHistory: asked.history }
    const planned = await planOf(storeId, ask, { signal })
    if (asked.dry_run) return c.json(wirePlan(label, planned.plan), 200)
    await doPlan(storeId, ask, chosenOf(planned.plan, asked), cause)
    return c.json(await answeredJob(c, jobId, asked.wait), 200)
  } finally {
    closeSource(jobId)
  }
})

/** A store as a file, sent as it is made. */

const give = inStore('get', `${STORE}/export`, 'exportMemories', 'read', {
  summary: 'Export a store as a zip or JSON Lines',
  query: z.object({
    format: z.enum(['zip', 'jsonl']).default('zip'),
    /** every version, in the order of the changes; JSON Lines alone */
    history: flag.default(false),
    at: rfc3339.optional(),
  }),
  responses: rawAnswer('The file', ...Object.values(EXPORT_TYPES)),
})

export const exporting = part().openapi(give, async (c) => {
  const { format, history: withHistory, at: time } = c.req.valid('query')
  const { store, cause: reader } = c.var
  const { signal } = c.req.raw
  const at = await sequenceOf(store.id, time)
  const asked = { storeId: store.id, format, withHistory, at, reader, signal }
  const bytes = sentTo(c, await exportStore(asked))
  // Else what is sent later stands in nobody's line.
  bytes.next = AsyncResource.bind(bytes.next.bind(bytes))
  return c.body(NodeStream.from(bytes) as ReadableStream, 200, {
    'content-type': EXPORT_TYPES[format],
    'content-disposition': `attachment; filename="${mountNames([store.name])[0]}.${format}"`,
    'cache-control': 'no-store, no-transform',
  })
})

/** Pieces for as long as the key is good: one that ends breaks the file off, which must not look whole. */
async function* sentTo(c: Context<Env>, pieces: AsyncIterable<Uint8Array>) {
  for await (const piece of pieces) {
    await refuseEnded(c.req.raw, c.var.caller)
    yield piece
  }
}

/**
 * Takes an upload: a file of the data folder holds it while it comes, and memory once it is whole.
 * Refuses `too_large` as soon as it is, and what breaks off.
 */
export async function received(request: Request): Promise<Buffer> {
  const file = path.join(await incomingFolder(), newId('job'))
  await using handle = await open(file, 'wx+', 0o600)
  // It goes with the handle, also where the process is killed.
  await rm(file, { force: true })
  let size = 0
  for await (const chunk of chunksOf(request, MAX_SOURCE_BYTES)) {
    size += chunk.length
    await handle.writeFile(chunk)
  }
  const { buffer } = await handle.read(Buffer.alloc(size), 0, size, 0)
  return buffer
}
