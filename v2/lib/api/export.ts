import { Readable } from 'node:stream'
import { createRoute, z } from '@hono/zod-openapi'
import { mountNames } from '@/lib/text/mount-name'
import { EXPORT_TYPES, exportStore } from '@/lib/transfer/export'
import { rfc3339 } from '@/lib/time'
import { flag, inStore, part, rawAnswer, STORE, storeParams } from './kit'
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
      at: rfc3339.optional(),
    }),
  },
  responses: rawAnswer('The file', ...Object.values(EXPORT_TYPES)),
})

export const exporting = part().openapi(give, async (c) => {
  const { format, history: withHistory, at: time } = c.req.valid('query')
  const { store, cause: reader } = c.var
  const { signal } = c.req.raw
  const at = await sequenceOf(store.id, time)
  const bytes = await exportStore({ storeId: store.id, format, withHistory, at, reader, signal })
  return c.body(
    Readable.toWeb(Readable.from(bytes, { objectMode: false })) as ReadableStream,
    200,
    {
      'content-type': EXPORT_TYPES[format],
      'content-disposition': `attachment; filename="${mountNames([store.name])[0]}.${format}"`,
      'cache-control': 'no-cache, no-transform',
    },
  )
})
