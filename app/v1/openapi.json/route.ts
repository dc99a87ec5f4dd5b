import { apiRoute } from '@/lib/api/api-route'
import { otherMethods } from '@/lib/api/other-methods'
import { openApiDocument } from '@/lib/api/openapi'

export const dynamic = 'force-dynamic'

export const GET = apiRoute('read', async () => openApiDocument())

export const { POST, PUT, PATCH, DELETE, OPTIONS } = otherMethods('GET')
