import { apiRoute } from '@/lib/api/api-route'
import { openApiDocument } from '@/lib/api/openapi'

export const dynamic = 'force-dynamic'

export const GET = apiRoute('read', async () => openApiDocument())
