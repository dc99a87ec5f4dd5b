'use server'

import { z } from 'zod'
import { create } from '@/components/act/act'
import { openSource } from '@/lib/transfer/seed'

const storeId = z.string()

/** Reads a folder or file of this machine; answers the job that holds it, for its plan. */
export const readFromMachine = create(
  z.object({ storeId, path: z.string().trim().min(1) }),
  async (input, by) => (await openSource(input.storeId, { type: 'any', path: input.path }, by)).id,
)

/** Takes a pasted text for the memory at a path; answers the job that holds it. */
export const readPasted = create(
  z.object({ storeId, path: z.string().trim(), content: z.string() }),
  async ({ storeId: id, path, content }, by) =>
    (await openSource(id, { type: 'text', path, content }, by)).id,
)
