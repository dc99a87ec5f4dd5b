'use server'

import type { ReactNode } from 'react'
import { z } from 'zod'
import { fileDiff } from '../stores/[storeId]/compare/file-diff'
import { attempt, type ActionResult } from './action'

const versionId = z.string().nullable()

const compared = z.object({ storeId: z.string(), beforeId: versionId, afterId: versionId })

/** How two versions of a memory differ, as it is shown. */
export async function fileDiffAction(
  input: z.input<typeof compared>,
): Promise<ActionResult<ReactNode>> {
  const versions = compared.parse(input)
  return attempt(() => fileDiff(versions))
}
