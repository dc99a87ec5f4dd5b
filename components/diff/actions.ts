'use server'

import type { ReactNode } from 'react'
import { z } from 'zod'
import { fileDiff } from './file-diff'
import { command } from '@/components/commands/command'

const versionId = z.string().nullable()

const compared = z.object({ storeId: z.string(), beforeId: versionId, afterId: versionId })

/** The difference of two versions of a memory, for display. */
export const fileDiffAction = command(compared, (versions): Promise<ReactNode> =>
  fileDiff(versions),
)
