import { z } from 'zod'
import { answered } from '@/app/(dashboard)/answered'
import { refuseForeign } from '@/lib/auth/origin'
import { rulesSchema } from '@/lib/review/rules'
import { invalidInput } from '@/lib/store/model/problems'
import { tryRules } from '@/lib/review/try-rules'

const asked = z.object({ storeId: z.string(), rules: rulesSchema })

/** What rules would have made of the last writes. They come in the body: a glob is somebody's text. */
export const POST = (request: Request) =>
  answered(async () => {
    refuseForeign(request, 'data')
    const { data } = asked.safeParse(await request.json())
    if (!data) throw invalidInput('rules', 'must be rules')
    return tryRules(data.storeId, data.rules, { signal: request.signal })
  })
