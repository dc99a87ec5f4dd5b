import { SECURITY_HEADERS } from '@/lib/auth/headers'
import { refuseForeign } from '@/lib/auth/origin'
import { isRefusal } from '@/lib/refusal'

/** An answer for those who watch the server: no key is needed, and none is taken. */
export function watched(
  state: () => Promise<{ status: number; body: object }>,
): (request: Request) => Promise<Response> {
  return async (request) => {
    try {
      refuseForeign(request, 'api')
    } catch (error) {
      if (!isRefusal(error)) throw error
      const status = error.code === 'unknown_host' ? 421 : 403
      return new Response(error.message, { status, headers: SECURITY_HEADERS })
    }
    const { status, body } = await state()
    return Response.json(body, { status, headers: SECURITY_HEADERS })
  }
}
