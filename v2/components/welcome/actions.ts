'use server'

import { z } from 'zod'
import { create } from '@/components/act/act'
import { openSample as openSampleStore } from '@/lib/sample/open-sample'

/** Makes a store of the sample, with a number where another is called so; answers its id. */
export const openSample = create(
  z.object({ name: z.string().optional() }),
  async ({ name }, by) => (await openSampleStore(name, by)).id,
)
