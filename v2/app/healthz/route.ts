import { watched } from '@/lib/api/watched'

export const dynamic = 'force-dynamic'
export const runtime = 'nodejs'

/** The process is up; the database is not asked. */
export const GET = watched(async () => ({ status: 200, body: { status: 'ok' } }))
