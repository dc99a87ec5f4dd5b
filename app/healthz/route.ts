import { watched } from '@/lib/api/watched'

/** The process is up; the database is not asked. */
export const GET = watched(async () => ({ status: 200, body: { status: 'ok' } }))
