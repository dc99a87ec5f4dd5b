import { refuseForeign } from '@/lib/auth/origin'
import { readRules, type StoreRules } from '@/lib/review/rules'
import { tryRules } from '@/lib/review/try-rules'
import { answered } from '../answered'

/** What rules would have made of the last writes. They come in the body: a glob is somebody's text. */
export const POST = (request: Request) =>
  answered(async () => {
    refuseForeign(request, 'data')
    const { storeId, rules } = (await request.json()) as { storeId: string; rules: StoreRules }
    return tryRules(String(storeId), readRules(rules), { signal: request.signal })
  })
