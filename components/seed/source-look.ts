import * as v from 'valibot'

const at = v.nullable(v.number())

/** What lies at a path of the server's machine (lib/transfer/look-at-source.ts). */
export const sourceLookAnswer = v.object({
  kind: v.picklist(['folder', 'file', 'nothing']),
  files: v.number(),
  bytes: v.number(),
  isMore: v.boolean(),
  history: v.nullable(v.object({ commits: v.number(), from: at, to: at })),
  folders: v.array(v.string()),
})

export type SourceLookAnswer = v.InferOutput<typeof sourceLookAnswer>
