'use server'

import type { ReactNode } from 'react'
import { z } from 'zod'
import { fileDiff } from './file-diff'
import type { ActionResult } from '@/components/commands/action-result'
import { attempt } from '@/components/commands/attempt'

const versionId = z.string().nullable()

const compared = z.object({ storeId: z.string(), beforeId: versionId, afterId: versionId })

/** How two versions of a memory differ, as it is shown. */
export async function fileDiffAction(
  input: z.input<typeof compared>,
): Promise<ActionResult<ReactNode>> {
  const versions = compared.parse(input)
  return attempt(() => fileDiff(versions))
}
