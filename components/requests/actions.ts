'use server'

import { z } from 'zod'
import { act, shown } from '@/components/act/act'
import { askAgent, closeRequest } from '@/lib/review/requests'

const storeId = z.string()
const shownOn = (input: { storeId: string }) => `/stores/${input.storeId}`

/** Asks agents about lines of the version that was shown. */
export const ask = act(
  shown(
    { versionId: z.string(), from: z.number().int(), to: z.number().int() },
    { storeId, memoryId: z.string(), text: z.string() },
  ),
  askAgent,
  shownOn,
)

/** Closes a request. */
export const close = act(
  shown({ id: z.string() }, { storeId }),
  (input, by) => closeRequest(input.storeId, input.id, by),
  shownOn,
)
