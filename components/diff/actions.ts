'use server'

import type { ReactNode } from 'react'
import { z } from 'zod'
import { fileDiff } from './file-diff'
import { command } from '@/components/commands/command'

const versionId = z.string().nullable()

const compared = z.object({ storeId: z.string(), beforeId: versionId, afterId: versionId })

/** How two versions of a memory differ, as it is shown. */
export const fileDiffAction = command(compared, (versions): Promise<ReactNode> =>
  fileDiff(versions),
)
