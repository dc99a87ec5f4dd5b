import { createRoute, z } from '@hono/zod-openapi'
import { isStillAdmitted } from '@/lib/auth/caller'
import { mountNames } from '@/lib/text/mount-name'
import { EXPORT_TYPES, exportStore } from '@/lib/transfer/export'
import { flag, inStore, part, rawAnswer, STORE, storeParams, timeParam } from './kit'
import { sequenceOf } from './memories'

/** A store as a file, sent as it is made. */

const give = createRoute({
  ...inStore('get', `${STORE}/export`, 'exportMemories', 'read'),
  summary: 'Export a store as a zip or JSON Lines',
  request: {
    params: storeParams,
    query: z.object({
      format: z.enum(['zip', 'jsonl'], 'must be zip or jsonl').default('zip'),
      /** every version, in the order of the changes; JSON Lines alone */
      history: flag.default(false),
      at: timeParam.optional(),
    }),
  },
  responses: rawAnswer('The file', ...Object.values(EXPORT_TYPES)),
})

/** How often the key of a call that goes on is asked for again; milliseconds. */
const CHECK_MS = 5_000

/** What a call is sent, for as long as its key is good. */
async function* whileGood(
  bytes: AsyncIterable<Uint8Array>,
  isGood: () => Promise<boolean>,
): AsyncGenerator<Uint8Array> {
  let checkedAt = Date.now()
  for await (const some of bytes) {
    if (Date.now() - checkedAt >= CHECK_MS) {
      if (!(await isGood())) throw new Error('the key of an export ended')
      checkedAt = Date.now()
    }
    yield some
  }
}

export const exporting = part().openapi(give, async (c) => {
  const { format, history: withHistory, at: time } = c.req.valid('query')
  const { store, cause: reader, caller } = c.var
  const { headers, signal } = c.req.raw
  const at = await sequenceOf(store.id, time)
  const bytes = await exportStore({ storeId: store.id, format, withHistory, at, reader, signal })
  const sent = whileGood(bytes, () => isStillAdmitted(headers, caller))
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const next = await sent.next()
      if (next.done) controller.close()
      else controller.enqueue(next.value)
    },
    cancel: async () => void (await sent.return(undefined)),
  })
  return c.body(body, 200, {
    'content-type': EXPORT_TYPES[format],
    'content-disposition': `attachment; filename="${mountNames([store.name])[0]}.${format}"`,
    'cache-control': 'no-cache, no-transform',
  })
})
