import { ApiError } from '@/lib/api/api-error'
import { apiRoute } from '@/lib/api/api-route'

/** For all other routes: an error that the SDKs can parse, instead of Next's page. */
const nothing = apiRoute('read', async ({ request }) => {
  const { pathname } = new URL(request.url)
  throw new ApiError(
    404,
    'not_found_error',
    `There is no ${request.method} ${pathname}. GET /v1/openapi.json describes what there is.`,
  )
})

export const GET = nothing
export const POST = nothing
export const PUT = nothing
export const PATCH = nothing
export const DELETE = nothing
export const OPTIONS = nothing
