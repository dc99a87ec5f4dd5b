export const dynamic = 'force-dynamic'

/** The process is up. Says nothing of the database: see /readyz. */
export function GET(): Response {
  return Response.json({ status: 'ok' })
}
