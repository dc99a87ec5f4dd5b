'use server'

import { z } from 'zod'
import { create } from '@/components/act/act'
import type { Cause } from '@/lib/store/model/actor'
import type { Named } from '@/lib/transfer/read-source'
import { openSource } from '@/lib/transfer/seed'

const storeId = z.string()

/** Reading a source takes no longer, in milliseconds. */
const PATIENCE = 120_000

/** Reads a folder or file of this machine; answers the job that holds it, for its plan. */
export const readFromMachine = create(
  z.object({ storeId, path: z.string().trim().min(1) }),
  ({ storeId: id, path }, by) => opened(id, { type: 'any', path }, by),
)

/** Takes a pasted text for the memory at a path; answers the job that holds it. */
export const readPasted = create(
  z.object({ storeId, path: z.string().trim(), content: z.string() }),
  ({ storeId: id, path, content }, by) => {
    const bytes = Buffer.from(JSON.stringify({ path, content }))
    return opened(id, { type: 'upload', name: `text ${path}`, bytes }, by)
  },
)

/** A person's source: its authors are taken as it names them. */
async function opened(id: string, named: Named, by: Cause): Promise<string> {
  const source = { storeId: id, named, isTrusted: true }
  return (await openSource(source, by, AbortSignal.timeout(PATIENCE))).id
}
