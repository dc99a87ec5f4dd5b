import { z } from 'zod'
import { answered } from '@/app/(dashboard)/answered'
import { received } from '@/lib/api/transfer'
import { refuseForeign } from '@/lib/auth/origin'
import { BY_PERSON } from '@/lib/store/model/actor'
import { invalidInput } from '@/lib/store/model/problems'
import { openSource } from '@/lib/transfer/seed'

const asked = z.object({
  store: z.string().min(1),
  name: z.string().min(1).max(255),
  disk: z.stringbool(),
})

/**
 * Takes a person's upload, of 256 MB at most, and answers the job that holds it, for its plan. It is not
 * a server action, since these and what passes proxy.ts hold a body in memory, and cut a long one.
 */
export const POST = (request: Request) =>
  answered(async () => {
    refuseForeign(request, 'data')
    const query = asked.safeParse(Object.fromEntries(new URL(request.url).searchParams))
    if (!query.success) throw invalidInput('name', 'must name the store and the upload')
    const { store: storeId, name, disk: isOfDisk } = query.data
    const bytes = await received(request)
    const named = { type: 'upload' as const, name, bytes, isOfDisk }
    return openSource({ storeId, named, isTrusted: true }, BY_PERSON, request.signal)
  })
